import { startPostgres, type TestPostgres } from '@kurz/backends';
import { openDatabase, preparedStatement, type Database } from '@kurz/database';
import { sql } from 'kysely';

let postgres: TestPostgres;
let database: Database;

beforeAll(async () => {
  postgres = await startPostgres();
  database = openDatabase({ ...postgres.options, maxConnections: 1 });
});
afterAll(async () => {
  await database.close();
  await postgres.close();
});

const sum = preparedStatement<{ sum: number }>('add_two', 'SELECT $1::int + $2::int AS sum');
const preparedNow = async () => {
  const { rows } = await sql<{ name: string }>`SELECT name FROM pg_prepared_statements`.execute(database.db);
  return rows.map(({ name }) => name);
};

it('is kept by the connection under its name, and answers with the values of each call', async () => {
  expect(await sum(database.db, [1, 2])).toEqual([{ sum: 3 }]);
  expect(await sum(database.db, [20, 3])).toEqual([{ sum: 23 }]);
  expect(await preparedNow()).toEqual(['add_two']);
});

it('works inside a transaction, which undoes nothing of it', async () => {
  await database.db.transaction().execute(async (transaction) => {
    expect(await sum(transaction, [4, 5])).toEqual([{ sum: 9 }]);
  });
  expect(await preparedNow()).toEqual(['add_two']);
});

it('goes on with the new plan after the table that it reads was changed', async () => {
  const { db } = database;
  await sql`CREATE TABLE probe (id int, note text)`.execute(db);
  const read = preparedStatement<{ note: string }>('read_probe', 'SELECT note FROM probe WHERE id = $1');
  await sql`INSERT INTO probe VALUES (1, 'before')`.execute(db);
  expect(await read(db, [1])).toEqual([{ note: 'before' }]);
  await sql`CREATE INDEX probe_id ON probe (id)`.execute(db);
  await sql`ALTER TABLE probe ADD COLUMN more int`.execute(db);
  expect(await read(db, [1])).toEqual([{ note: 'before' }]);
});

it('has a name that fits, or is refused when it is made', () => {
  expect(() => preparedStatement('no name', 'SELECT 1')).toThrow('no name of a prepared statement');
  expect(() => preparedStatement('a'.repeat(64), 'SELECT 1')).toThrow();
});

import { startPostgres, type TestPostgres } from '@kurz/backends';
import { openDatabase, type Database } from '@kurz/database';
import { sql } from 'kysely';
import { settledWithin } from './settled-within';

describe('the PostgreSQL that tests run against', () => {
  let server: TestPostgres;
  let database: Database;
  beforeAll(async () => {
    server = await startPostgres();
    database = openDatabase({ ...server.options, statementTimeoutMs: 0, connectionTimeoutMs: 30_000 });
    await sql`CREATE TABLE kept (n integer)`.execute(database.db);
  });
  afterAll(async () => {
    await database.close();
    await server.close();
  });

  const insert = (n: number) => sql`INSERT INTO kept VALUES (${n})`.execute(database.db);
  const kept = async () =>
    (await sql<{ n: number }>`SELECT n FROM kept ORDER BY n`.execute(database.db)).rows.map(({ n }) => n);

  it('answers nothing while frozen, neither to open connections nor to new ones, and all of it once thawed', async () => {
    await insert(1);
    await server.freeze();
    const answers = [insert(2), insert(3)];
    expect(await settledWithin(Promise.race(answers), 500)).toBe(false);
    await server.thaw();
    await Promise.all(answers);
    expect(await kept()).toEqual([1, 2, 3]);
  });

  it('refuses connections after a kill, and comes back on its port with what it committed', async () => {
    await insert(4);
    await server.kill();
    await expect(kept()).rejects.toThrow();
    await expect(kept()).rejects.toMatchObject({ code: 'ECONNREFUSED' });
    await server.restart();
    expect(await kept()).toEqual([1, 2, 3, 4]);
  });

  it('can be killed while it is frozen', async () => {
    await server.freeze();
    await server.restart();
    await expect(kept().catch(kept)).resolves.toEqual([1, 2, 3, 4]);
  });
});

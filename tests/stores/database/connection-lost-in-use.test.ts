import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres, type TestPostgres } from '@kurz/backends';
import { openDatabase } from '@kurz/database';
import { sql } from 'kysely';

let postgres: TestPostgres;
beforeAll(async () => (postgres = await startPostgres()));
afterAll(() => postgres.close());

test('a connection that is lost between two statements of a transaction fails the transaction, and not the process', async () => {
  const { db, close } = openDatabase(postgres.options);
  const loseConnection = () =>
    db.transaction().execute(async (trx) => {
      const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(trx);
      await sql`SELECT pg_terminate_backend(${rows[0]?.pid ?? 0})`.execute(db);
      // the loss arrives while no statement waits for an answer
      await sleep(200);
      await sql`SELECT 1`.execute(trx);
    });
  try {
    await expect(loseConnection()).rejects.toThrow();
    const { rows } = await sql<{ one: number }>`SELECT 1 AS one`.execute(db);
    expect(rows).toEqual([{ one: 1 }]);
  } finally {
    await close();
  }
});

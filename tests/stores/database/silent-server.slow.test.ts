import { startPostgres, type TestPostgres } from '@kurz/backends';
import { openDatabase } from '@kurz/database';
import { sql } from 'kysely';

let postgres: TestPostgres;
beforeAll(async () => (postgres = await startPostgres()));
afterAll(() => postgres.close());

test('a server that falls silent in the middle of a session fails the statement soon after its time is over', async () => {
  const { db, close } = openDatabase({ ...postgres.options, statementTimeoutMs: 500, maxConnections: 1 });
  const { rows } = await sql<{ pid: number }>`SELECT pg_backend_pid() AS pid`.execute(db);
  const pid = rows[0]?.pid ?? 0;
  process.kill(pid, 'SIGSTOP');
  try {
    const before = performance.now();
    await expect(sql`SELECT 1`.execute(db)).rejects.toThrow(/timeout/i);
    expect(performance.now() - before).toBeLessThan(2_500);
  } finally {
    process.kill(pid, 'SIGCONT');
    await close();
  }
});

test('a process that is frozen in a transaction loses its locks after ten seconds', async () => {
  const { db, close } = openDatabase(postgres.options);
  const shown = await sql<{ idle_in_transaction_session_timeout: string }>`
    SHOW idle_in_transaction_session_timeout`.execute(db);
  expect(shown.rows).toEqual([{ idle_in_transaction_session_timeout: '10s' }]);
  await close();
});

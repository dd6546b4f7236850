// A client that requires an encrypted connection never gets an unencrypted one.

import { startPostgres, type TestPostgres } from '@kurz/backends';
import { databaseOptionsOf, openDatabase } from '@kurz/database';

let postgres: TestPostgres;
beforeAll(async () => {
  postgres = await startPostgres();
});
afterAll(() => postgres.close());

function open(mode: string) {
  const { user, password, host, port, database } = postgres.options;
  const outcome = databaseOptionsOf(
    `postgres://${user}:${password}@${host}:${port}/${database}?sslmode=${mode}`,
  );
  if (outcome.kind === 'faulty') throw new Error(outcome.fault);
  return openDatabase(outcome.options);
}

test('A server without TLS is talked to when sslmode is disable', async () => {
  const database = open('disable');
  expect((await database.pool.query('SELECT 1')).rowCount).toBe(1);
  await database.close();
});

test.each(['require', 'verify-ca', 'verify-full'])(
  'A server without TLS is refused when sslmode is %s',
  async (mode) => {
    const database = open(mode);
    await expect(database.pool.query('SELECT 1')).rejects.toThrow('SSL');
    await database.close();
  },
);

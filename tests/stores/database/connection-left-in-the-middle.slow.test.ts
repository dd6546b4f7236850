// A connection on which a statement got no answer is not used again.

import { startPostgres, startProxy, type TestPostgres, type TestProxy } from '@kurz/backends';
import { openDatabase } from '@kurz/database';
import { sql } from 'kysely';

let postgres: TestPostgres;
let proxy: TestProxy;
beforeAll(async () => {
  postgres = await startPostgres();
  const { host, port } = postgres.options;
  proxy = await startProxy({ host, port });
});
afterAll(async () => {
  await proxy.close();
  await postgres.close();
});

const open = (statementTimeoutMs: number) =>
  openDatabase({
    ...postgres.options,
    host: proxy.host,
    port: proxy.port,
    statementTimeoutMs,
    maxConnections: 1,
  });

const emails = async (db: ReturnType<typeof open>['db']) =>
  (await db.selectFrom('users').select('email').orderBy('email').execute()).map(({ email }) => email);

test('A write that is answered is there, also when BEGIN of somebody else got no answer in time before', async () => {
  const [{ db, close }, other] = [open(500), openDatabase(postgres.options)];
  await sql`SELECT 1`.execute(db);
  proxy.blackHole();
  const begun = db.transaction().execute((transaction) => sql`SELECT 1`.execute(transaction));
  await expect(begun).rejects.toThrow(/timeout/i);
  // the delayed BEGIN arrives after all
  await proxy.heal();
  await db.insertInto('users').values({ id: 'usr_1', email: 'after@example.com' }).execute();
  expect(await emails(other.db)).toEqual(['after@example.com']);
  await close();
  await other.close();
});

test('A transaction whose statement gets no answer fails once, not again for its ROLLBACK, and leaves nothing', async () => {
  const [{ db, close }, other] = [open(2_000), openDatabase(postgres.options)];
  let silentAt = 0;
  const written = db.transaction().execute(async (transaction) => {
    await transaction.insertInto('users').values({ id: 'usr_2', email: 'half@example.com' }).execute();
    proxy.blackHole();
    silentAt = performance.now();
    await sql`SELECT 1`.execute(transaction);
  });
  await expect(written).rejects.toThrow(/timeout/i);
  // one timeout of 2,300 ms, not two
  expect(performance.now() - silentAt).toBeLessThan(4_000);
  await proxy.heal();
  expect(await emails(db)).not.toContain('half@example.com');
  expect(await emails(other.db)).not.toContain('half@example.com');
  await close();
  await other.close();
});

// After a failover without a synchronous standby, the new primary lacks the last writes of the former one. A replica
// that has those writes follows neither server: it is ahead of the new primary's position but has none of its writes.

import { startPostgres, type TestPostgres } from '@kurz/backends';
import type { Db } from '@kurz/database';
import { makeClosing, makeMetrics, silentLog } from '@kurz/process';
import { sql } from 'kysely';
import { makeFreshReads } from '../../../services/api/src/replica/read-fresh';
import { openFixtureDatabase } from '../../fixture-database';
import { until } from '../../until';

const closing = makeClosing();
afterAll(() => closing.close());

const standbyOf = async (primary: TestPostgres, port: number) => {
  const { host, user, password } = primary.options;
  const settings = { primary_conninfo: `host=${host} port=${port} user=${user} password=${password}` };
  const standby = await startPostgres({ template: primary.directory, isStandby: true, settings });
  closing.add('standby', standby.close);
  return standby;
};

const open = (primary: TestPostgres, { options: { host, port } }: TestPostgres): Db => {
  const database = openFixtureDatabase({ ...primary.options, host, port });
  closing.add('database', database.close);
  return database.db;
};

const write = (db: Db, key: string) =>
  sql`INSERT INTO installation (key, value) VALUES (${key}, to_jsonb(repeat('x', 100000)))`.execute(db);
const has = async (db: Db, key: string) =>
  (await db.selectFrom('installation').select('key').where('key', '=', key).executeTakeFirst()) !== undefined;

function readerOf(primary: Db, replica: Db) {
  const metrics = makeMetrics();
  const fresh = makeFreshReads({ primary, replica, log: silentLog, metrics });
  closing.add('reads', fresh.close);
  const reads = async () => /^kurz_api_long_reads_total.*$/m.exec(await metrics.text())?.[0];
  return { finds: (key: string) => fresh.readFresh((db) => has(db, key)), reads };
}

test('a replica on the timeline of the former primary is passed over', async () => {
  const former = await startPostgres();
  closing.add('former primary', former.close);
  await former.stop();
  const { port } = former.options;
  // nothing listens on port 9, so this standby gets nothing more from the former primary
  const next = await standbyOf(former, 9);
  const replica = await standbyOf(former, port);
  await former.start();
  const [ofFormer, ofNext, ofReplica] = [former, next, replica].map((server) => open(former, server));
  if (!ofFormer || !ofNext || !ofReplica) throw new Error('three were opened');

  for (let index = 0; index < 20; index++) await write(ofFormer, `lost-${index}`);
  await until(() => has(ofReplica, 'lost-19'), { what: 'the replica has followed' });
  const before = readerOf(ofFormer, ofReplica);
  expect(await before.finds('lost-19')).toBe(true);
  expect(await before.reads()).toBe('kurz_api_long_reads_total{server="replica"} 1');

  await former.stop();
  await sql`SELECT pg_promote(true, 60)`.execute(ofNext);
  await write(ofNext, 'answered');
  const after = readerOf(ofNext, ofReplica);
  expect(await after.finds('answered')).toBe(true);
  expect(await after.finds('lost-19')).toBe(false);
  expect(await after.reads()).toBe('kurz_api_long_reads_total{server="primary"} 2');
});

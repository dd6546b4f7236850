// A PostgreSQL that was restored to a moment before workspaces moved plans their moves again. Where their counts have gone
// meanwhile is no copy that may be removed.

import { openTestClickHouse, openTestDatabase, openTestKafka } from '@kurz/backends';
import { ensureTopics, openStreamOffsets } from '@kurz/click-stream';
import {
  COMPACTED_PARTITION,
  makeClickShards,
  migrateClickTables,
  openClickHouse,
  type ClickHouse,
} from '@kurz/click-tables';
import { openDatabase, type Db } from '@kurz/database';
import { makeClosing, silentLog } from '@kurz/process';
import { makeMover, type MoveStep } from '../../../services/ingester/src/move/make-mover';
import { openTestedClient, TESTED } from '../../tested-client';
import { PATIENT } from '../../fixture-database';
import { addLinks } from './add-links';

const WORKSPACE = 'ws_1';
const OTHER_DATABASE = 'kurz_other_shard';
const TABLES = ['clicks_hourly', 'clicks_daily', 'clicks_daily_by'];

const closing = makeClosing();
let db: Db;
let old: ClickHouse;
let fresh: ClickHouse;
let step: () => Promise<MoveStep>;
const logged: unknown[] = [];
beforeAll(async () => {
  const [postgres, stores, kafka] = await Promise.all([
    openTestDatabase(),
    openTestClickHouse(),
    openTestKafka(),
  ]);
  closing.add('postgres', postgres.close);
  closing.add('clickhouse server', stores.close);
  closing.add('kafka', kafka.close);
  const database = openDatabase({ ...postgres.options, ...PATIENT });
  closing.add('database', database.close);
  ({ db } = database);
  await addLinks(db, []);
  old = openClickHouse(stores.options);
  closing.add('old shard', old.close);
  fresh = openClickHouse({ ...stores.options, database: OTHER_DATABASE });
  closing.add('new shard', async () => {
    await fresh.client.command({ query: `DROP DATABASE ${OTHER_DATABASE}` });
    await fresh.close();
  });
  await migrateClickTables(fresh);
  const topic = kafka.own('clicks');
  const topics = {
    topic,
    deadTopic: kafka.own('dead'),
    partitions: 1,
    replication: 1,
    retentionMs: 3_600_000,
  };
  await ensureTopics({ brokers: kafka.brokers, clientId: 'test', client: TESTED }, topics);
  const offsets = openStreamOffsets({ kafka: openTestedClient(kafka.brokers) }, { topic });
  closing.add('offsets', offsets.close);
  const shards = makeClickShards([old, fresh], () => Promise.resolve(0));
  const error = (line: unknown) => void logged.push(line);
  step = makeMover({ shards, offsets, db, log: { ...silentLog, error } });
});
afterAll(() => closing.close());
beforeEach(async () => {
  logged.length = 0;
  for (const { client, database } of [old, fresh])
    for (const table of TABLES) await client.command({ query: `TRUNCATE TABLE ${database}.${table}` });
  await db.deleteFrom('shard_moves').execute();
  await db.updateTable('workspaces').set({ shard: 0, other_shard: null }).execute();
});

const planMove = (state: 'planned' | 'copying') =>
  db
    .insertInto('shard_moves')
    .values({ workspace_id: WORKSPACE, from_shard: 0, to_shard: 1, state })
    .execute();

/** A batch's row and a compacted one of each of two days. */
async function fill({ client, database }: ClickHouse, requests: number): Promise<void> {
  await client.command({
    query: `INSERT INTO ${database}.clicks_daily
      SELECT '${WORKSPACE}', 'lnk_a', toDate('2026-03-01') + number % 2,
        if(number < 2, 0, ${COMPACTED_PARTITION}), 1, ${requests}, 0, 0 FROM numbers(4)`,
  });
}

async function requestsIn({ client, database }: ClickHouse): Promise<number> {
  const query = `SELECT sum(requests) AS n FROM ${database}.clicks_daily FINAL WHERE workspace_id = '${WORKSPACE}'`;
  const answer = await client.query({ query, format: 'JSONEachRow' });
  return (await answer.json<{ n: number }>())[0]?.n ?? 0;
}

test.each(['planned', 'copying'] as const)(
  'a move that is %s again leaves counts that its old shard lacks, and says so',
  async (state) => {
    await fill(fresh, 10);
    await planMove(state);
    expect(await step()).toBe('waiting');
    expect(await requestsIn(fresh)).toBe(40);
    expect(logged).toEqual([
      expect.objectContaining({ event: 'workspace_move_refused', workspaceId: WORKSPACE, from: 1, to: 2 }),
    ]);
    // it rests: the others go on
    expect(await step()).toBe('nothing');
  },
);

test('the days of a compaction, which one shard has twice until it is settled, are not taken for such counts', async () => {
  await fill(fresh, 10);
  const compaction = {
    shard: 0,
    days: '{2026-03-01}',
    positions: '{}',
    state: 'written',
    write_before: new Date(),
  } as const;
  await db.insertInto('compactions').values(compaction).execute();
  await planMove('planned');
  expect(await step()).toBe('waiting');
  expect(await requestsIn(fresh)).toBe(40);
  expect(logged).toEqual([]);
  await db.deleteFrom('compactions').execute();
});

test('rows of an earlier stay, which the old shard counts as well, are removed before it begins', async () => {
  await fill(old, 10);
  await fill(fresh, 3);
  await planMove('planned');
  expect(await step()).toBe('waiting');
  expect([await requestsIn(old), await requestsIn(fresh)]).toEqual([40, 0]);
  expect(logged).toEqual([]);
});

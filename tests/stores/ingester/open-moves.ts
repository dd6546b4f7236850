// Two ClickHouses with the moves of a workspace between them, and the mover that takes their steps.

import { openTestClickHouse, openTestDatabase, openTestKafka } from '@kurz/backends';
import { ensureTopics, openStreamOffsets } from '@kurz/click-stream';
import {
  COMPACTED_PARTITION,
  makeClickShards,
  markShard,
  migrateClickTables,
  openClickHouse,
  type ClickHouse,
  type ClickHouses,
} from '@kurz/click-tables';
import { openDatabase, type Db, type ShardMovesTable } from '@kurz/database';
import { makeClosing, silentLog } from '@kurz/process';
import { makeMover, type MoveStep } from '../../../services/ingester/src/move/make-mover';
import { openTestedClient, TESTED } from '../../tested-client';
import { LENIENT_TIMEOUTS } from '../../fixture-database';
import { addLinks } from './add-links';

export const WORKSPACE = 'ws_1';
const OTHER_DATABASE = 'kurz_other_shard';
const TABLES = ['clicks_hourly', 'clicks_daily', 'clicks_daily_by'];

export type MovesBench = {
  db: Db;
  /** The shard that the workspace is on. */
  old: ClickHouse;
  fresh: ClickHouse;
  /** Takes a step as an ingester that names the shards in this order; default: the right order. */
  stepOf: (order?: ClickHouses) => Promise<MoveStep>;
  /** The lines logged with level error. */
  logged: unknown[];
  planMove: (state: ShardMovesTable['state']) => Promise<unknown>;
  /** Inserts a batch's row and a compacted row for each of two days. */
  fill: (clickHouse: ClickHouse, requests: number) => Promise<void>;
  requestsIn: (clickHouse: ClickHouse) => Promise<number>;
  reset: () => Promise<void>;
  close: () => Promise<void>;
};

export async function openMoves(): Promise<MovesBench> {
  const closing = makeClosing();
  const [postgres, stores, kafka] = await Promise.all([
    openTestDatabase(),
    openTestClickHouse(),
    openTestKafka(),
  ]);
  closing.add('postgres', postgres.close);
  closing.add('clickhouse server', stores.close);
  closing.add('kafka', kafka.close);
  const database = openDatabase({ ...postgres.options, ...LENIENT_TIMEOUTS });
  closing.add('database', database.close);
  const { db } = database;
  await addLinks(db, []);
  const old = openClickHouse(stores.options);
  closing.add('old shard', old.close);
  const fresh = openClickHouse({ ...stores.options, database: OTHER_DATABASE });
  closing.add('new shard', async () => {
    await fresh.client.command({ query: `DROP DATABASE ${OTHER_DATABASE}` });
    await fresh.close();
  });
  await migrateClickTables(fresh);
  await markShard(old, 0);
  await markShard(fresh, 1);
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
  const logged: unknown[] = [];
  const error = (line: unknown) => void logged.push(line);

  return {
    db,
    old,
    fresh,
    stepOf: (order = [old, fresh]) => {
      const shards = makeClickShards(order, () => Promise.resolve(0));
      return makeMover({ shards, offsets, db, log: { ...silentLog, error } })();
    },
    logged,
    planMove: (state) =>
      db
        .insertInto('shard_moves')
        .values({ workspace_id: WORKSPACE, from_shard: 0, to_shard: 1, state })
        .execute(),
    fill: async ({ client, database: name }, requests) => {
      await client.command({
        query: `INSERT INTO ${name}.clicks_daily
          SELECT '${WORKSPACE}', 'lnk_a', toDate('2026-03-01') + number % 2,
            if(number < 2, 0, ${COMPACTED_PARTITION}), 1, ${requests}, 0, 0 FROM numbers(4)`,
      });
    },
    requestsIn: async ({ client, database: name }) => {
      const query = `SELECT sum(requests) AS n FROM ${name}.clicks_daily FINAL WHERE workspace_id = '${WORKSPACE}'`;
      const answer = await client.query({ query, format: 'JSONEachRow' });
      return (await answer.json<{ n: number }>())[0]?.n ?? 0;
    },
    reset: async () => {
      logged.length = 0;
      for (const { client, database: name } of [old, fresh])
        for (const table of TABLES) await client.command({ query: `TRUNCATE TABLE ${name}.${table}` });
      await db.deleteFrom('shard_moves').execute();
      await db.updateTable('workspaces').set({ shard: 0, other_shard: null }).execute();
    },
    close: closing.close,
  };
}

// Redis is emptied while a partition gets no visits: its live counts are seeded again all the same.

import { openTestRedis, type SharedRedis } from '@kurz/backends';
import { openClickHouse, singleShard } from '@kurz/click-tables';
import type { Db } from '@kurz/database';
import { makeRedisLiveClicks } from '@kurz/live-clicks';
import { makeMetrics, silentLog, systemClock } from '@kurz/process';
import Redis from 'ioredis';
import { makeLinger } from '../../../services/ingester/src/consumer/linger';
import { makeIngesterMetrics } from '../../../services/ingester/src/metrics/ingester-metrics';
import { makePipeline } from '../../../services/ingester/src/pipeline';
import type { PartitionSource } from '../../../services/ingester/src/source/partition-source';
import { abortableWait } from '../../../services/ingester/src/waiting/abortable-wait';
import { until } from '../../until';

const PARTITION = 3;
const NEVER_MS = 2 ** 31 - 1;
/** It does not answer, and is not asked: nothing was counted before position 0. */
const CLICKHOUSE = { kind: 'server', url: 'http://127.0.0.1:9', database: 'kurz' } as const;

let server: SharedRedis;
let redis: Redis;
beforeAll(async () => {
  server = await openTestRedis();
  redis = new Redis(server.url);
});
afterAll(async () => {
  redis.disconnect();
  await server.close();
});

const idle: PartitionSource = {
  partition: PARTITION,
  isComplete: false,
  begin: () => Promise.resolve(0),
  read: (from) => Promise.resolve({ to: from, lines: [], skipped: 0 }),
  more: () => Promise.resolve(false),
  waitForMore: (_, stopped) => abortableWait(NEVER_MS, [stopped]),
  isBehind: () => Promise.resolve(false),
  syncedEnd: () => Promise.resolve(0),
};

test('A partition without visits has its position again after Redis was emptied', async () => {
  const clickHouse = openClickHouse(CLICKHOUSE);
  const live = makeRedisLiveClicks({ redis });
  const stopping = new AbortController();
  const linger = makeLinger(0);
  const pipeline = makePipeline(
    {
      shards: singleShard(clickHouse),
      db: {} as Db,
      liveClicks: live,
      countryOf: () => '',
      intents: { read: () => Promise.resolve({ partition: PARTITION, from: 0, to: null }) },
      deadLetters: () => Promise.resolve(),
      erased: {
        among: () => Promise.resolve(new Set()),
        note: () => undefined,
        reopenUnchecked: () => Promise.resolve(),
        shards: () => 1,
      },
      linger: { consolidate: linger, hits: linger, live: linger },
      clock: systemClock,
      log: silentLog,
      metrics: makeIngesterMetrics(makeMetrics()),
      abandon: stopping.signal,
    },
    { maxVisits: 1_000, hostsFreshMs: Infinity, shardPatienceMs: Infinity },
  );
  const consumer = pipeline.live({ source: idle, signal: stopping.signal });
  try {
    const isKnown = async () => (await live.position(PARTITION)) === 0;
    await until(isKnown, { what: 'the position is known' });
    await redis.flushall();
    await until(isKnown, { what: 'the position is known again' });
  } finally {
    stopping.abort();
    await consumer.ended;
    await clickHouse.close();
  }
});

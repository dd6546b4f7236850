// Ingesters on Kafka with real stores, a topic of their own, and functions that write to it.

import {
  openTestClickHouse,
  openTestDatabase,
  openTestKafka,
  openTestRedis,
  startClickHouse,
  startKafka,
  startPostgres,
  startProxy,
  startRedis,
  type SharedKafka,
  type SharedRedis,
  type TestClickHouse,
  type TestDatabase,
  type TestKafka,
  type TestPostgres,
  type TestProxy,
  type TestRedis,
  type TestTables,
} from '@kurz/backends';
import { encodeVisit, type Visit } from '@kurz/click-event';
import {
  encodeChunk,
  ensureTopics,
  openKafka,
  openStreamOffsets,
  type KafkajsClient,
  type StreamClient,
} from '@kurz/click-stream';
import { openClickHouse, type ClickHouse } from '@kurz/click-tables';
import { openDatabase, type Database } from '@kurz/database';
import {
  makeStreamIngester,
  type StreamIngester,
  type StreamIngesterDeps,
  type StreamIngesterSettings,
} from '@kurz/ingester';
import { makeRedisLiveClicks, type LiveClicks } from '@kurz/live-clicks';
import { makeMetrics, silentLog, systemClock, type Metrics } from '@kurz/process';
import { openRedis } from '@kurz/redis';
import { sql } from 'kysely';
import { openTestedClient, TESTED } from '../../tested-client';
import { addLinks } from '../ingester/add-links';

/** A busy machine takes longer than production's 2 s to open a connection. */
const LONG_TIMEOUT = { connectionTimeoutMs: 30_000 };
const PARTITIONS = 4;
/** The shortest session that brokers accept. */
const SESSION_MS = 6_000;

export type Start = Partial<StreamIngesterDeps> & Partial<StreamIngesterSettings>;

export type Chunked = {
  /** One journal goes to one partition in these tests. */
  journal?: string;
  partition?: number;
  /** Visits or raw lines per message. */
  chunkLines?: number;
};

type Stores = { kafka: SharedKafka; postgres: TestDatabase; server: TestTables; redis: SharedRedis };

export type StreamBench = Stores & {
  /** The test's own client. */
  client: KafkajsClient;
  tested: StreamClient;
  /** Between ClickHouse and the ingesters that `start` starts. */
  proxy: TestProxy;
  /** Connects directly to the server. */
  clickHouse: ClickHouse;
  database: Database;
  liveClicks: LiveClicks;
  topic: () => string;
  deadTopic: () => string;
  /** Empties the stores and makes a new topic. */
  reset: () => Promise<void>;
  start: (change?: Start) => StreamIngester & { metrics: Metrics };
  /** Ships in a transaction, as redirectors do. */
  ship: (visits: readonly (Visit | string)[], how?: Chunked) => Promise<void>;
  /** Ships one message unchanged, to partition 0. */
  shipRaw: (message: { key: string; value: string; headers?: Record<string, string> }) => Promise<void>;
  flushRedis: () => Promise<void>;
  addLinks: (linkIds: readonly string[]) => Promise<void>;
  /** The committed offsets of the consolidate group, by partition. */
  committed: () => Promise<Map<number, { offset: number; metadata: string }>>;
  close: () => Promise<void>;
};

/** A bench with servers that the test may stop, freeze or kill. */
export type OwnStreamBench = StreamBench & {
  kafka: TestKafka;
  postgres: TestPostgres;
  server: TestClickHouse;
  redis: TestRedis;
};

export async function openStreamBench(): Promise<StreamBench> {
  const [kafka, postgres, server, redis] = await Promise.all([
    openTestKafka(),
    openTestDatabase(),
    openTestClickHouse(),
    openTestRedis(),
  ]);
  return openBenchOn({ kafka, postgres, server, redis });
}

/** Opens a bench on its own servers. */
export async function openOwnStreamBench(): Promise<OwnStreamBench> {
  const [kafka, postgres, server, redis] = await Promise.all([
    startKafka(),
    startPostgres(),
    startClickHouse(),
    startRedis(),
  ]);
  const own = { kafka: Object.assign(kafka, { own: (name: string) => name }), postgres, server, redis };
  return Object.assign(await openBenchOn(own), own);
}

async function openBenchOn({ kafka, postgres, server, redis }: Stores): Promise<StreamBench> {
  const serverUrl = new URL(server.options.url);
  const proxy = await startProxy({ host: serverUrl.hostname, port: Number(serverUrl.port) });
  const proxied = { ...server.options, url: `http://${proxy.host}:${proxy.port}`, requestTimeoutMs: 5_000 };
  const clickHouse = openClickHouse(server.options);
  const clickHouseOfIngesters = openClickHouse(proxied);
  const database = openDatabase({ ...postgres.options, ...LONG_TIMEOUT, onError: () => undefined });
  const { db } = database;
  const redisClient = openRedis(redis.url, { log: silentLog, name: 'test' }, { commandTimeoutMs: 2_000 });
  const liveClicks = makeRedisLiveClicks({ redis: redisClient });
  const kafkaOptions = { brokers: kafka.brokers, clientId: 'kurz-test' };
  const client = openKafka(kafkaOptions, { log: silentLog });
  const tested = openTestedClient(kafka.brokers);
  const producer = client.producer({ transactionalId: 'test', maxInFlightRequests: 1, idempotent: true });
  await producer.connect();
  const running: StreamIngester[] = [];
  const ends = new Map<string, number>();
  let round = 0;

  const topic = () => kafka.own(`clicks-${round}`);
  const deadTopic = () => kafka.own(`dead-${round}`);
  const closeRunning = async () => {
    await Promise.all(running.splice(0).map((ingester) => ingester.close()));
  };
  const send = async (
    partition: number | undefined,
    messages: { key: string; value: string | Buffer; headers?: Record<string, string> }[],
  ) => {
    const transaction = await producer.transaction();
    await transaction.send({
      topic: topic(),
      messages: messages.map((message) => ({ ...message, ...(partition !== undefined && { partition }) })),
    });
    await transaction.commit();
  };

  return {
    kafka,
    client,
    tested,
    postgres,
    server,
    proxy,
    redis,
    clickHouse,
    database,
    liveClicks,
    topic,
    deadTopic,
    reset: async () => {
      await closeRunning();
      await proxy.heal();
      round++;
      ends.clear();
      const topics = { topic: topic(), deadTopic: deadTopic(), partitions: PARTITIONS, replication: 1 };
      await ensureTopics({ ...kafkaOptions, client: TESTED }, { ...topics, retentionMs: 3_600_000 });
      for (const table of ['clicks_hourly', 'clicks_daily', 'clicks_daily_by']) {
        await clickHouse.client.command({ query: `TRUNCATE TABLE kurz.${table}` });
      }
      await sql`TRUNCATE links, link_hits, erasures, hit_positions, stream_progress, missed_ranges CASCADE`.execute(
        db,
      );
      await redisClient.flushall();
    },
    start: (change = {}) => {
      const metrics = change.metrics ?? makeMetrics();
      const ingester = makeStreamIngester(
        {
          kafka: tested,
          clickHouses: [clickHouseOfIngesters],
          db,
          liveClicks,
          countryOf: () => 'AT',
          clock: systemClock,
          log: silentLog,
          ...change,
          metrics,
        },
        {
          topic: topic(),
          deadTopic: deadTopic(),
          lingerMs: 0,
          maxVisits: 1_000,
          sessionTimeoutMs: SESSION_MS,
          finalAfterMs: 1_000,
          journalGoneMs: 86_400_000,
          shardPatienceMs: 15_000,
          resumeFromProgress: false,
          ...change,
        },
      );
      running.push(ingester);
      return { ...ingester, metrics };
    },
    ship: async (visits, { journal = 'one', partition = 0, chunkLines = 50 } = {}) => {
      const lines = visits.map((visit) => (typeof visit === 'string' ? visit : encodeVisit(visit)));
      const place = `${journal} ${partition}`;
      const messages = [];
      for (let start = 0; start < lines.length; start += chunkLines) {
        const value = Buffer.from(lines.slice(start, start + chunkLines).join('\n'), 'latin1');
        const first = ends.get(place) ?? 0;
        const last = first + value.length + 1;
        messages.push(encodeChunk({ journal, first, last, after: ends.get(place) }, value));
        ends.set(place, last);
      }
      if (messages.length > 0) await send(partition, messages);
    },
    shipRaw: (message) => send(0, [message]),
    flushRedis: async () => {
      await redisClient.flushall();
    },
    addLinks: (linkIds) => addLinks(db, linkIds),
    committed: async () => {
      const offsets = openStreamOffsets({ kafka: tested }, { topic: topic() });
      const found = new Map(await offsets.committed('kurz-consolidate'));
      await offsets.close();
      return found;
    },
    close: async () => {
      await closeRunning();
      await producer.disconnect();
      redisClient.disconnect();
      await clickHouseOfIngesters.close();
      await clickHouse.close();
      await database.close();
      await proxy.close();
      await Promise.all([kafka.close(), postgres.close(), server.close(), redis.close()]);
    },
  };
}

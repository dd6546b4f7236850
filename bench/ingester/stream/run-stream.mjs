// Measures one ingester process from Kafka to its three stores, all on this machine: fills a topic, lets the ingester
// count, compares the sums, and returns rates and the CPU time of each part.

import { mkdtemp, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import os from 'node:os';
import path from 'node:path';
import { ensureTopics } from '@kurz/click-stream';
import { openClickHouse } from '@kurz/click-tables';
import { openDatabase } from '@kurz/database';
import { silentLog } from '@kurz/process';
import { openRedis } from '@kurz/redis';
import { addLinks } from './add-links.mjs';
import { compareSums } from './compare-sums.mjs';
import { fillTopic } from './fill-topic.mjs';
import { readProfile } from './read-profile.mjs';
import { runIngester } from './run-ingester.mjs';

const DAY_MS = 86_400_000;
const PARTITIONS = 12;
const TOPIC = 'kurz.clicks';
const TIMEOUT_MS = 400_000;

function environmentOf({ kafka, postgres, clickHouse, redis, opsPort }) {
  const { host, port, user, password, database } = postgres.options;
  return {
    KURZ_LOG_LEVEL: 'warn',
    KURZ_OPS_HOST: '127.0.0.1',
    KURZ_OPS_PORT: String(opsPort),
    KURZ_POSTGRES_URL: `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/${database}`,
    KURZ_REDIS_URL: redis.url,
    KURZ_CLICKHOUSE_URL: clickHouse.options.url,
    KURZ_KAFKA_BROKERS: kafka.brokers.join(','),
    KURZ_KAFKA_SESSION_MS: '30000',
  };
}

export async function runStream({ visits, links, isProfiled }, say) {
  const { freePort, startClickHouse, startKafka, startPostgres, startRedis } = createRequire(import.meta.url)(
    '@kurz/backends',
  );
  const profileFolder = await mkdtemp(path.join(os.tmpdir(), 'kurz-bench-ingester-'));
  const open = [{ close: () => rm(profileFolder, { recursive: true, force: true }) }];
  const keep = (opened) => (open.push(opened), opened);
  try {
    const [kafka, postgres, clickHouse, redis] = await Promise.all(
      [startKafka(), startPostgres(), startClickHouse(), startRedis()].map((starting) => starting.then(keep)),
    );
    const database = keep(
      openDatabase({ ...postgres.options, statementTimeoutMs: 0, onError: () => undefined }),
    );
    const tables = keep(openClickHouse({ ...clickHouse.options, requestTimeoutMs: 120_000 }));
    const redisClient = openRedis(redis.url, { log: silentLog, name: 'bench' }, { commandTimeoutMs: 5_000 });
    keep({ close: () => redisClient.disconnect() });
    const topics = { topic: TOPIC, deadTopic: `${TOPIC}.dead`, partitions: PARTITIONS, replication: 1 };
    await ensureTopics({ brokers: kafka.brokers, clientId: 'bench' }, { ...topics, retentionMs: DAY_MS });
    say(`making ${links} links and ${visits} visits`);
    await addLinks(database.pool, links);
    const end = Date.now();
    const expected = await fillTopic(kafka, { topic: TOPIC, partitions: PARTITIONS, visits, links, end });
    say('counting them');
    const result = await runIngester({
      environment: environmentOf({ kafka, postgres, clickHouse, redis, opsPort: await freePort() }),
      visits,
      profileFolder: isProfiled ? profileFolder : undefined,
      timeoutMs: TIMEOUT_MS,
    });
    say('comparing sums');
    const days = [end - DAY_MS, end].map((time) => new Date(time).toISOString().slice(0, 10));
    await compareSums({ clickHouse: tables, pool: database.pool, redis: redisClient }, expected, days);
    return { ...result, parts: isProfiled ? readProfile(profileFolder) : undefined };
  } finally {
    for (const opened of open.reverse()) await opened.close();
  }
}

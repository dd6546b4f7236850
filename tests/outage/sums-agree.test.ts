// The comparison of sums over real stores: it raises no false alarm under load and while stores are away. It finds a
// wrong sum in any of them, while other sums go on growing.

import { openKafka } from '@kurz/click-stream';
import { type ClickHouse, openClickHouse, singleShard } from '@kurz/click-tables';
import type { Database } from '@kurz/database';
import { makeRedisLiveClicks } from '@kurz/live-clicks';
import { makeMetrics, silentLog, systemClock, type Metrics } from '@kurz/process';
import { openRedisStore } from '@kurz/redis';
import { sql } from 'kysely';
import { makeReconcileSums } from '../../services/api/src/reconciliation/reconcile-sums';
import { openFixtureDatabase } from '../fixture-database';
import { sumInScrape, sumOfMetric } from '../flow/sum-of-metric';
import { until } from '../until';
import { onClickHouse } from './break-stores';
import { EXACT, makeProductionLoad, type ProductionLoad } from './production-load';
import { seededRandom } from './seeded-random';
import { startProduction, TOPIC, type Production } from './start-production';

const BETWEEN = ['hits', 'live'] as const;
type Between = (typeof BETWEEN)[number];

let production: Production;
let load: ProductionLoad;
let database: Database;
let clickHouse: ClickHouse;
let redis: ReturnType<typeof openRedisStore>;
let metrics: Metrics;
let reconciliation: ReturnType<typeof makeReconcileSums>;

beforeAll(async () => {
  // the watermark of the journals is read every second, instead of every 30 s
  production = await startProduction({ KURZ_FINAL_AFTER_MS: '1000' });
  load = await makeProductionLoad(production, seededRandom(), { connections: 6, mayDie: false });
  database = openFixtureDatabase(production.postgres.options);
  clickHouse = openClickHouse({ ...production.clickHouse.options, requestTimeoutMs: 5_000 });
  redis = openRedisStore(production.redis.url, { log: silentLog, name: 'test' }, { commandTimeoutMs: 2_000 });
  metrics = makeMetrics();
  const liveClicks = makeRedisLiveClicks({ redis });
  const stores = { db: database.db, shards: singleShard(clickHouse), liveClicks, clock: systemClock };
  reconciliation = makeReconcileSums(
    { ...stores, log: silentLog, metrics },
    { everyMs: 200, timeoutMs: 20_000 },
  );
  reconciliation.start();
});
afterAll(async () => {
  await reconciliation.close();
  redis.disconnect();
  await clickHouse.close();
  await database.close();
  await production.close();
});

const read = async (name: string, between: Between) =>
  sumInScrape(await metrics.text(), `kurz_api_sums_${name}{between="${between}"`);

/** Differing links and visits, after rounds that began after the call. */
async function differing(between: Between): Promise<{ links: number; visits: number }> {
  const looked = () => read('compared_links_total', between);
  const before = await looked();
  const links = load.slugs.length;
  // live counts of all links with visits are compared at once: the comparison under way does not suffice
  const aRound = between === 'hits' ? 2 * links : links;
  await until(async () => (await looked()) - before > aRound, { what: `a round of ${between}` });
  return { links: await read('differing_links', between), visits: await read('differing_visits', between) };
}

/** The greatest number of differing links during `work`. */
async function mostDiffering(work: () => Promise<unknown>): Promise<Record<Between, number>> {
  const most = { hits: 0, live: 0 };
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      for (const between of BETWEEN)
        most[between] = Math.max(most[between], await read('differing_links', between));
      await new Promise((resolve) => setTimeout(resolve, 80));
    }
  })();
  await work().finally(() => (isOver = true));
  await watching;
  return most;
}

const compared = (rounds: number) => async () => {
  const liveBefore = await read('compared_links_total', 'live');
  const looked = () => read('compared_links_total', 'hits');
  const before = await looked();
  await until(async () => (await looked()) - before >= rounds * load.slugs.length, {
    what: 'rounds under load',
  });
  await until(async () => (await read('compared_links_total', 'live')) > liveBefore, {
    what: 'live counts are compared',
  });
};

test('under load the sums are compared, and never differ', async () => {
  const most = await mostDiffering(() => load.through(compared(10)));
  expect(most).toEqual({ hits: 0, live: 0 });
  expect(await load.settled()).toMatchObject(EXACT);
});

test('a store or an ingester that is killed under load raises no alarm, and the comparison goes on', async () => {
  const most = await mostDiffering(() =>
    load.through(async () => {
      for (const store of [production.clickHouse, production.redis, production.postgres, production.kafka]) {
        await store.kill();
        await load.passed(50);
        await store.restart();
        await load.passed(50);
      }
      await production.ingesters[0].kill();
      await load.passed(50);
      production.ingesters[0].start();
      await compared(2)();
    }),
  );
  expect(most).toEqual({ hits: 0, live: 0 });
  await load.settled();
  expect(await differing('hits')).toEqual({ links: 0, visits: 0 });
});

describe('a sum that was made wrong', () => {
  const idOf = (index: number) => production.counted.linkId(load.slugs[index] ?? '');
  const today = () => new Date().toISOString().slice(0, 10);

  test('in PostgreSQL is found under load, and is gone when it is right again', async () => {
    const id = await idOf(0);
    const add = (hits: number) =>
      sql`UPDATE link_hits SET hits = hits + ${hits} WHERE link_id = ${id}`.execute(database.db);
    // more than the link's visits between the two reads
    await load.through(async () => {
      await add(1_000_000);
      expect((await differing('hits')).links).toBe(1);
    });
    await load.settled();
    expect(await differing('hits')).toEqual({ links: 1, visits: 1_000_000 });
    await add(1 - 1_000_000);
    expect(await differing('hits')).toEqual({ links: 1, visits: 1 });
    await add(-1);
    expect(await differing('hits')).toEqual({ links: 0, visits: 0 });
  });

  test('in Redis is found', async () => {
    const keys = `kurz:live:*day:${today()}:${await idOf(1)}`;
    await production.redis.onEach(async (one) => {
      for (const key of await one.keys(keys)) await one.del(key);
    });
    expect((await differing('live')).links).toBe(1);
    expect((await differing('hits')).links).toBe(0);
  });

  test('in ClickHouse is found, against both others', async () => {
    await onClickHouse(production, `DELETE FROM kurz.clicks_daily WHERE link_id = '${await idOf(2)}'`);
    expect((await differing('hits')).links).toBe(1);
  });

  test('of a link that is deleted is none', async () => {
    const answer = await production.clients[0].ask(`/urls/${load.slugs[2]}`, undefined, 'DELETE');
    expect(answer.status).toBe(200);
    expect((await differing('hits')).links).toBe(0);
  });

  test('in Kafka, lines that were shipped and never came, is found by an ingester', async () => {
    const unaccounted = async () => {
      const each = production.ingesters.map(({ operationsUrl }) =>
        sumOfMetric(operationsUrl, 'kurz_ingester_unaccounted_journals'),
      );
      return (await Promise.all(each)).reduce((sum, journals) => sum + journals, 0);
    };
    expect(await unaccounted()).toBe(0);
    // the redirector's journals rest, so that the test's writes to their groups stay
    await production.redirector.kill();
    const kafka = openKafka(
      { brokers: production.kafka.directBrokers, clientId: 'test' },
      { log: silentLog },
    );
    const admin = kafka.admin();
    await admin.connect();
    const { groups } = await admin.listGroups();
    const journals = groups.map(({ groupId }) => groupId).filter((id) => id.startsWith('kurz-journal-'));
    const producer = kafka.producer({ transactionalId: 'test', idempotent: true, maxInFlightRequests: 1 });
    await producer.connect();
    // one for all: Kafka may still be ending a transaction of which it has answered the commit
    const transaction = await producer.transaction();
    for (const groupId of journals) {
      const [answer] = await admin.fetchOffsets({ groupId, topics: [TOPIC] });
      const { offset = '', metadata } = answer?.partitions.find(({ partition }) => partition === 0) ?? {};
      const { lasts, ...rest } = JSON.parse(metadata ?? '') as { lasts: Record<string, number> };
      const further = Object.fromEntries(
        Object.entries(lasts).map(([partition, last]) => [partition, last + 1]),
      );
      const entry = { partition: 0, offset, metadata: JSON.stringify({ ...rest, lasts: further }) };
      await transaction.sendOffsets({
        consumerGroupId: groupId,
        topics: [{ topic: TOPIC, partitions: [entry] }],
      });
    }
    await transaction.commit();
    await producer.disconnect();
    await admin.disconnect();
    await until(async () => (await unaccounted()) > 0, { what: 'an ingester misses the lines' });
  });
});

import { until } from '../../until';
import { mixedVisits } from '../ingester/visits';
import { allCountsIn, allCountsOf, liveCountsIn, settled } from './all-counts';
import { openOwnStreamBench, type OwnStreamBench } from './stream-bench';

const LINKS = ['lnk_a', 'lnk_b', 'lnk_c'];
const PARTITIONS = [0, 1, 2, 3];

// has its own servers, because the tests stop and kill them
let bench: OwnStreamBench;
beforeAll(async () => (bench = await openOwnStreamBench()));
afterAll(() => bench.close());
beforeEach(async () => {
  await bench.reset();
  await bench.addLinks(LINKS);
});

const sumOf = (counts: Record<string, number>) => Object.values(counts).reduce((sum, n) => sum + n, 0);
const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** Ships the visits in equal parts, `pauseMs` apart, to the partitions in turn. */
async function shipSlowly(visits: ReturnType<typeof mixedVisits>, parts: number, pauseMs: number) {
  const size = Math.ceil(visits.length / parts);
  for (let part = 0; part < parts; part++) {
    const partition = PARTITIONS[part % PARTITIONS.length] ?? 0;
    await bench.ship(visits.slice(part * size, part * size + size), { partition, chunkLines: 20 });
    await sleep(pauseMs);
  }
}

describe('the counts through Kafka are exact', () => {
  it('when ClickHouse is away: hits and live counts go on, the group keeps its members', async () => {
    const visits = mixedVisits(1_200, LINKS);
    const ingester = bench.start({ maxVisits: 100 });
    await shipSlowly(visits.slice(0, 400), 4, 0);
    await settled(bench, visits.slice(0, 400), { linkIds: LINKS });
    await bench.proxy.refuse();
    await shipSlowly(visits.slice(400), 8, 0);
    await until(async () => {
      const { hits, live } = await allCountsIn(bench, LINKS);
      return sumOf(hits) === 1_200 && sumOf(live) === 1_200;
    });
    // longer than the session timeout
    await sleep(8_000);
    expect(ingester.hasJoined()).toEqual({ consolidate: true, hits: true, live: true });
    await bench.proxy.heal();
    expect(await settled(bench, visits, { linkIds: LINKS })).toEqual(allCountsOf(visits));
  });

  it('when ClickHouse has stored an insert and its answer is lost, again and again', async () => {
    const visits = mixedVisits(1_500, LINKS);
    bench.start({ maxVisits: 60 });
    const shipping = shipSlowly(visits, 30, 100);
    for (let round = 0; round < 12; round++) {
      bench.proxy.cutAnswerAfter(20 + 130 * round);
      await sleep(200);
      await bench.proxy.heal();
      await sleep(100);
    }
    await shipping;
    expect(await settled(bench, visits, { linkIds: LINKS })).toEqual(allCountsOf(visits));
  });

  it.each(['clicks_daily', 'clicks_daily_by', 'clicks_hourly'])(
    'when ClickHouse refuses what is for %s: hits and live counts go on, and nothing is there twice once it is mended',
    async (table) => {
      const visits = mixedVisits(900, LINKS);
      bench.start({ maxVisits: 100 });
      await shipSlowly(visits.slice(0, 300), 4, 0);
      await settled(bench, visits.slice(0, 300), { linkIds: LINKS });
      const { client, database } = bench.clickHouse;
      const rename = (from: string, to: string) =>
        client.command({ query: `RENAME TABLE ${database}.${from} TO ${database}.${to}` });
      await rename(table, 'away');
      try {
        await shipSlowly(visits.slice(300), 8, 0);
        await until(async () => {
          const hits = await bench.database.db.selectFrom('link_hits').select('hits').execute();
          const live = sumOf(await liveCountsIn(bench, LINKS));
          return live === 900 && hits.reduce((sum, each) => sum + Number(each.hits), 0) === 900;
        });
        // time for some attempts; the other tables accept their rows
        await sleep(3_000);
      } finally {
        await rename('away', table);
      }
      expect(await settled(bench, visits, { linkIds: LINKS })).toEqual(allCountsOf(visits));
    },
  );

  it('when ClickHouse is killed while it is written to', async () => {
    const visits = mixedVisits(1_500, LINKS);
    bench.start({ maxVisits: 40 });
    const shipping = shipSlowly(visits, 30, 60);
    for (let round = 0; round < 4; round++) {
      await sleep(150 + 170 * round);
      await bench.server.restart();
    }
    await shipping;
    expect(await settled(bench, visits, { linkIds: LINKS })).toEqual(allCountsOf(visits));
  });

  it('when Redis is killed, or loses all that it had', async () => {
    const visits = mixedVisits(900, LINKS);
    bench.start({ maxVisits: 100 });
    await shipSlowly(visits.slice(0, 300), 4, 0);
    await settled(bench, visits.slice(0, 300), { linkIds: LINKS });
    await bench.redis.kill();
    await shipSlowly(visits.slice(300, 600), 4, 0);
    await until(async () => sumOf((await allCountsIn(bench, [])).hits) === 600);
    await bench.redis.restart();
    expect(await settled(bench, visits.slice(0, 600), { linkIds: LINKS })).toEqual(
      allCountsOf(visits.slice(0, 600)),
    );
    await bench.flushRedis();
    await shipSlowly(visits.slice(600), 4, 0);
    // earlier visits are seeded from ClickHouse; partitions without a new visit notice within ten seconds
    const counts = await settled(bench, visits, { linkIds: LINKS });
    expect(counts).toEqual(allCountsOf(visits));
  });

  it('when PostgreSQL is away: ClickHouse goes on, the hits follow', async () => {
    const visits = mixedVisits(800, LINKS);
    bench.start({ maxVisits: 100 });
    await shipSlowly(visits.slice(0, 400), 4, 0);
    await settled(bench, visits.slice(0, 400), { linkIds: LINKS });
    await bench.postgres.stop();
    await shipSlowly(visits.slice(400), 4, 0);
    await until(async () => {
      const result = await bench.clickHouse.client.query({
        query: 'SELECT sum(requests) AS n FROM kurz.clicks_daily FINAL',
        format: 'JSONEachRow',
      });
      return (await result.json<{ n: number }>())[0]?.n === 800;
    });
    await bench.postgres.start();
    expect(await settled(bench, visits, { linkIds: LINKS })).toEqual(allCountsOf(visits));
  });
});

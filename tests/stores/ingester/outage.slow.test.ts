import { openDatabase } from '@kurz/database';
import { ifLong } from '../../outage/long-tests';
import { openOwnBench, type OwnBench } from './bench';
import { countsIn, countsOf } from './counts';
import { until } from '../../until';
import { mixedVisits } from './visits';

const LINKS = ['lnk_a', 'lnk_b', 'lnk_c'];
const KILLS = ifLong(40, 5);

let bench: OwnBench;
beforeAll(async () => (bench = await openOwnBench()));
afterAll(() => bench.close());
beforeEach(async () => {
  await bench.reset();
  await bench.addLinks(LINKS);
});

const hitsIn = async () => {
  const rows = await bench.database.db.selectFrom('link_hits').select('hits').execute();
  return rows.reduce((sum, row) => sum + row.hits, 0);
};

describe('an outage of one store stops only its own count', () => {
  it('ClickHouse killed: hits go on, and its counts are exact when it is back', async () => {
    const visits = mixedVisits(600, LINKS);
    const ingester = await bench.start({ maxVisits: 50 });
    await bench.write(visits.slice(0, 200));
    await bench.server.kill();
    await bench.write(visits.slice(200));
    await until(async () => (await hitsIn()) === 600);
    await bench.server.restart();
    await ingester.caughtUp();
    expect(await countsIn(bench)).toEqual(countsOf(visits));
  });

  it('ClickHouse frozen in the middle: hits go on, nothing is counted twice when it wakes up', async () => {
    const visits = mixedVisits(600, LINKS);
    const ingester = await bench.start({ maxVisits: 50 });
    await bench.write(visits.slice(0, 300));
    bench.server.freeze();
    await bench.write(visits.slice(300));
    await until(async () => (await hitsIn()) === 600);
    bench.server.thaw();
    await ingester.caughtUp();
    expect(await countsIn(bench)).toEqual(countsOf(visits));
  });

  it('ClickHouse killed again and again while it is written to', async () => {
    const visits = mixedVisits(KILLS * 200, LINKS);
    const ingester = await bench.start({ maxVisits: 20 });
    for (let round = 0; round < KILLS; round++) {
      await bench.write(visits.slice(round * 200, round * 200 + 200));
      await new Promise((resolve) => setTimeout(resolve, 30 + 37 * (round % 10)));
      await bench.server.restart();
    }
    await ingester.caughtUp();
    expect(await countsIn(bench)).toEqual(countsOf(visits));
  });

  it('a closing ingester leaves a frozen ClickHouse within 2 s, and the next one ends its batch', async () => {
    const visits = mixedVisits(80, LINKS);
    const ingester = await bench.start();
    bench.server.freeze();
    await bench.write(visits);
    await until(async () => (await hitsIn()) === 80);
    const start = Date.now();
    await ingester.close();
    expect(Date.now() - start).toBeLessThan(2_200);
    bench.server.thaw();
    await bench.reopenJournal();
    await (await bench.start()).caughtUp();
    expect(await countsIn(bench)).toEqual(countsOf(visits));
  });

  it('Postgres stopped: ClickHouse goes on, and the hits are exact when it is back', async () => {
    const visits = mixedVisits(300, LINKS);
    // the ingester gets a pool of its own, apart from the bench's
    const { db, close } = openDatabase({ ...bench.postgres.options, onError: () => undefined });
    const ingester = await bench.start({ db, maxVisits: 40 });
    await bench.write(visits.slice(0, 100));
    await ingester.caughtUp();
    await bench.postgres.stop();
    await bench.write(visits.slice(100));
    const inClickHouse = async () => {
      const result = await bench.clickHouse.client.query({
        query: 'SELECT sum(requests) AS n FROM kurz.clicks_daily FINAL',
        format: 'JSONEachRow',
      });
      return (await result.json<{ n: number }>())[0]?.n;
    };
    await until(async () => (await inClickHouse()) === 300);
    await bench.postgres.start();
    await ingester.caughtUp();
    expect(await countsIn(bench)).toEqual(countsOf(visits));
    await ingester.close();
    await close();
  });
});

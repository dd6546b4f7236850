import type { ClickHouse } from '@kurz/click-tables';
import { openBench, type Bench } from './bench';
import { countsIn, countsOf, rowsOf } from './counts';
import { visitOf } from './visits';
import { withInsert } from './with-insert';

let bench: Bench;
beforeAll(async () => (bench = await openBench()));
afterAll(() => bench.close());
beforeEach(async () => {
  await bench.reset();
  await bench.addLinks(['lnk_a']);
});

const hostVisits = (from: number, to: number) =>
  Array.from({ length: to - from }, (_, index) =>
    visitOf({ referrerHost: `site-${String(from + index).padStart(3, '0')}.example` }),
  );
const referrerRows = () =>
  rowsOf<{ key: string; plan_from: number; humans: number }>(
    bench,
    `SELECT key, plan_from, humans FROM kurz.clicks_daily_by FINAL
     WHERE dimension = 'referrer' ORDER BY key, plan_from`,
  );

/** A ClickHouse that stores the first insert into `table` and answers that it failed. */
function losingTheAnswer(real: ClickHouse, table: string): ClickHouse {
  let isLost = false;
  return withInsert(real, async (insert, params) => {
    const answer = await insert(params);
    if (isLost || params.table !== table) return answer;
    isLost = true;
    throw new Error('the answer was lost');
  });
}

describe('the referrer cap of a link and day', () => {
  it.each([199, 200, 201, 260])('names 200 hosts at most, given %i over several batches', async (hosts) => {
    const ingester = await bench.start({ maxVisits: 90 });
    const visits = [...hostVisits(0, hosts), ...hostVisits(0, 5)];
    for (let start = 0; start < visits.length; start += 90) {
      await bench.write(visits.slice(start, start + 90));
      await ingester.caughtUp();
    }
    const rows = await referrerRows();
    const named = new Set(rows.map((row) => row.key).filter((key) => key !== '~other'));
    expect(named.size).toBe(Math.min(hosts, 200));
    const other = rows.filter((row) => row.key === '~other').reduce((sum, row) => sum + row.humans, 0);
    expect(other).toBe(Math.max(0, hosts - 200));
    expect(await countsIn(bench)).toEqual(countsOf(visits));
  });

  it.each([199, 200, 201])(
    'lets in the same hosts when a batch with the %ith is written again, here and after a restart',
    async (hosts) => {
      const first = await bench.start();
      await bench.write(hostVisits(0, 150));
      await first.caughtUp();
      await bench.reopenJournal();
      await bench.write(hostVisits(100, hosts + 40));
      const again = await bench.start({
        clickHouse: losingTheAnswer(bench.clickHouse, 'kurz.clicks_daily_by'),
      });
      await again.caughtUp();
      const rows = await referrerRows();
      expect(new Set(rows.map((row) => row.key).filter((key) => key !== '~other')).size).toBe(
        Math.min(200, hosts + 40),
      );
      expect(await countsIn(bench)).toEqual(
        countsOf([...hostVisits(0, 150), ...hostVisits(100, hosts + 40)]),
      );
      await bench.reopenJournal();
      await (await bench.start()).caughtUp();
      expect(await referrerRows()).toEqual(rows);
    },
  );
});

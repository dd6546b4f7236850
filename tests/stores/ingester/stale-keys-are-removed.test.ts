// A batch was begun with other rules, as before an upgrade. The keys that it left are removed before it is written
// again. The removal may fail as well.

import type { ClickHouse } from '@kurz/click-tables';
import { until } from '../../until';
import { openBench, type Bench } from './bench';
import { countsIn, countsOf, rowsOf } from './counts';
import { mixedVisits } from './visits';
import { withInsert } from './with-insert';

const LINKS = ['lnk_a'];

let bench: Bench;
beforeAll(async () => (bench = await openBench()));
afterAll(() => bench.close());
beforeEach(async () => {
  await bench.reset();
  await bench.addLinks(LINKS);
});

/** A ClickHouse that refuses inserts into `clicks_daily`; the other tables get their rows. */
const withoutDays = (real: ClickHouse): ClickHouse =>
  withInsert(real, (insert, params) =>
    params.table === 'kurz.clicks_daily' ? Promise.reject(new Error('refused')) : insert(params),
  );

/** A ClickHouse whose first `times` removals of rows fail. `isDone`: it removes the rows, but the answer is lost. */
function failingToRemove(real: ClickHouse, { times, isDone }: { times: number; isDone: boolean }) {
  let failed = 0;
  const client = Object.create(real.client) as ClickHouse['client'];
  client.command = async (params) => {
    if (!params.query.startsWith('DELETE') || failed === times) return real.client.command(params);
    failed++;
    if (isDone) await real.client.command(params);
    throw new Error('the removal has failed');
  };
  return { clickHouse: { ...real, client }, failed: () => failed };
}

test.each([
  { times: 1, isDone: false },
  { times: 3, isDone: false },
  { times: 1, isDone: true },
])('keys of other rules are removed, also when that fails at first (%j)', async (fault) => {
  const visits = mixedVisits(100, LINKS);
  await bench.start({ countryOf: () => 'AT', clickHouse: withoutDays(bench.clickHouse) });
  await bench.write(visits);
  const written = 'SELECT uniqExact(plan_from) AS n FROM kurz.clicks_daily_by';
  await until(async () => (await rowsOf<{ n: number }>(bench, written))[0]?.n === 1);
  await bench.reopenJournal();
  const { clickHouse, failed } = failingToRemove(bench.clickHouse, fault);
  const again = await bench.start({ countryOf: () => 'DE', clickHouse });
  await again.caughtUp();
  expect(failed()).toBe(fault.times);
  expect(await countsIn(bench)).toEqual(countsOf(visits));
});

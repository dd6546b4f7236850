// One ingester begins an intent and another with other rules finishes it, as in an upgrade while ClickHouse fails.

import { countsIn, countsOf, rowsOf } from '../ingester/counts';
import { until } from '../../until';
import { mixedVisits } from '../ingester/visits';
import { openOwnStreamBench, type StreamBench } from './stream-bench';

const LINKS = ['lnk_a'];

let bench: StreamBench;
// needs its own ClickHouse, because it renames a table for a while
beforeAll(async () => (bench = await openOwnStreamBench()));
afterAll(() => bench.close());
beforeEach(async () => {
  await bench.reset();
  await bench.addLinks(LINKS);
});

test('an intent begun with one country database and written again with another counts once in each list', async () => {
  const visits = mixedVisits(100, LINKS).map((visit) => ({ ...visit, time: Date.now() }));
  const { client, database } = bench.clickHouse;
  const first = bench.start({ countryOf: () => 'AT' });
  await bench.ship(visits.slice(0, 10), { chunkLines: 100 });
  await until(async () => Object.keys((await countsIn(bench)).daily).length > 0);
  // inserts into one table fail, so only the other tables have the second batch's rows
  await client.command({ query: `RENAME TABLE ${database}.clicks_daily TO ${database}.away` });
  await bench.ship(visits.slice(10), { chunkLines: 100 });
  const intents = `SELECT uniqExact(plan_from) AS n FROM ${database}.clicks_daily_by`;
  await until(async () => Number((await rowsOf<{ n: number }>(bench, intents))[0]?.n) > 1);
  await first.close();
  await client.command({ query: `RENAME TABLE ${database}.away TO ${database}.clicks_daily` });
  bench.start({ countryOf: () => 'DE' });
  const [wanted] = Object.values(countsOf(visits).daily);
  await until(async () => Object.values((await countsIn(bench)).daily)[0] === wanted);
  const humansOf = `SELECT dimension, toUInt32(sum(humans)) AS n FROM ${database}.clicks_daily_by FINAL GROUP BY dimension`;
  const humans = (await rowsOf<{ n: number }>(bench, humansOf)).map(({ n }) => n);
  expect(humans.sort((one, other) => one - other)).toEqual([40, 80, 80, 80, 80, 80, 80]);
});

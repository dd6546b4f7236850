// A line that is no visit becomes one dead letter, even when its batch is tried many times while ClickHouse is away.

import { readFileSync } from 'node:fs';
import path from 'node:path';
import { makeEventLog } from '../ship/ship-fixture';
import { openBench, type Bench } from './bench';
import { countsIn, countsOf } from './counts';
import { mixedVisits } from './visits';
import { withInsert } from './with-insert';

const TRIES = 4;

let bench: Bench;
beforeAll(async () => (bench = await openBench()));
afterAll(() => bench.close());

test('A line that is no visit is kept and told of once, however often its batch is tried', async () => {
  await bench.reset();
  await bench.addLinks(['lnk_a']);
  const visits = mixedVisits(20, ['lnk_a']);
  await bench.write([...visits, 'no visit']);
  let refused = 0;
  const clickHouse = withInsert(bench.clickHouse, (insert, params) => {
    if (params.table !== 'kurz.clicks_daily' || refused === TRIES) return insert(params);
    refused++;
    return Promise.reject(new Error('refused'));
  });
  const { log, events } = makeEventLog();
  await (await bench.start({ clickHouse, log })).caughtUp();
  expect(refused).toBe(TRIES);
  expect(events.filter(({ event }) => event === 'lines_are_no_visits')).toHaveLength(1);
  const kept = readFileSync(path.join(bench.stateDirectory, 'dead-letters.ndjson'), 'utf8');
  expect(kept.trimEnd().split('\n')).toHaveLength(1);
  expect(await countsIn(bench)).toEqual(countsOf(visits));
});

// An ingester is frozen in the middle of a plan, for longer than its session lasts; another takes its partitions over
// and goes on; then the first one wakes up.

import { allCountsOf, settled } from '../stores/ingester-kafka/all-counts';
import { openStreamBench, type StreamBench } from '../stores/ingester-kafka/stream-bench';
import { until } from '../until';
import { mixedVisits } from '../stores/ingester/visits';
import { killIngesters, startIngesterProcess } from './ingester-process';
import { ifLong } from './long-tests';

const LINKS = ['lnk_a', 'lnk_b', 'lnk_c'];
const FROZEN_MS = ifLong(120_000, 60_000);
jest.setTimeout(1_200_000 + FROZEN_MS);

let bench: StreamBench;
beforeAll(async () => (bench = await openStreamBench()));
afterEach(killIngesters);
afterAll(() => bench?.close());

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const openPlans = async () =>
  [...(await bench.committed())].filter(([, { metadata }]) => /^\{"to":\d/.test(metadata));

it('writes nothing more of what another has taken over, when it wakes up after a minute', async () => {
  await bench.reset();
  await bench.addLinks(LINKS);
  const visits = mixedVisits(4_000, LINKS);
  const frozen = startIngesterProcess(bench, { KURZ_MAX_VISITS: '60' });
  await frozen.joined();
  // every call to ClickHouse is slow, so that the plan takes a while
  bench.proxy.delay(150);
  for (const partition of [0, 1, 2, 3]) {
    await bench.ship(visits.slice(partition * 250, partition * 250 + 250), { partition, chunkLines: 10 });
  }
  await until(async () => (await openPlans()).length > 0);
  frozen.signal('SIGSTOP');
  const frozenAt = Date.now();
  const successor = startIngesterProcess(bench, { KURZ_MAX_VISITS: '110' });
  await successor.joined();
  await bench.proxy.heal();
  const firstVisits = visits.slice(0, 1_000);
  expect(await settled(bench, firstVisits, { linkIds: LINKS })).toEqual(allCountsOf(firstVisits));
  for (let part = 10; part < 40; part++) {
    await bench.ship(visits.slice(part * 100, part * 100 + 100), { partition: part % 4, chunkLines: 10 });
    const left = FROZEN_MS - (Date.now() - frozenAt);
    if (part === 25 && left > 0) await sleep(left);
    if (part === 25) frozen.signal('SIGCONT');
    await sleep(150);
  }
  expect(await settled(bench, visits, { linkIds: LINKS })).toEqual(allCountsOf(visits));
  for (const each of [frozen, successor]) each.signal('SIGTERM');
  expect(await Promise.all([frozen.ended, successor.ended])).toEqual([0, 0]);
});

// The ingester's process is killed at random moments while visits come; every sum is right in the end.

import { allCountsOf, settled } from '../stores/ingester-kafka/all-counts';
import { openStreamBench, type StreamBench } from '../stores/ingester-kafka/stream-bench';
import { mixedVisits } from '../stores/ingester/visits';
import { killIngesters, startIngesterProcess } from './ingester-process';
import { seededRandom } from './seeded-random';

const LINKS = ['lnk_a', 'lnk_b', 'lnk_c'];
const KILLS = 10;
const PARTS = 100;

let bench: StreamBench;
beforeAll(async () => (bench = await openStreamBench()));
afterEach(killIngesters);
afterAll(() => bench?.close());

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it(`counts every visit once though its process is killed ${KILLS} times`, async () => {
  const random = seededRandom();
  console.log(`seed ${random.seed}`);
  await bench.reset();
  await bench.addLinks(LINKS);
  const visits = mixedVisits(10_000, LINKS);
  let hasEnded = false;
  const shipping = (async () => {
    const size = visits.length / PARTS;
    for (let part = 0; part < PARTS && !hasEnded; part++) {
      const some = visits.slice(part * size, part * size + size);
      await bench.ship(some, { partition: part % 4, chunkLines: 10 });
      await sleep(700);
    }
  })();
  for (let kill = 0; kill < KILLS; kill++) {
    // another batch size each time: with equal bounds a lost plan would not show
    const ingester = startIngesterProcess(bench, { KURZ_MAX_VISITS: String(30 + 17 * kill) });
    await ingester.joined();
    await sleep(random.between(0, 1_200));
    ingester.signal('SIGKILL');
    expect(await ingester.ended).toBeNull();
  }
  await shipping;
  const last = startIngesterProcess(bench);
  const counts = await settled(bench, visits, { linkIds: LINKS }).finally(() => (hasEnded = true));
  last.signal('SIGTERM');
  expect(await last.ended).toBe(0);
  expect(counts).toEqual(allCountsOf(visits));
});

// Kafka forgets offsets that were committed long ago. An idle ingester therefore commits its offsets again, which
// changes nothing.

import { until } from '../../until';
import { mixedVisits } from '../ingester/visits';
import { allCountsOf, settled } from './all-counts';
import { openStreamBench, type StreamBench } from './stream-bench';

const LINKS = ['lnk_a', 'lnk_b'];
const OFFSETS_TOPIC = '__consumer_offsets';
const PARTITIONS = 4;
const WATCHED_MS = 5_000;

let bench: StreamBench;
beforeAll(async () => (bench = await openStreamBench()));
afterAll(() => bench.close());
beforeEach(async () => {
  await bench.reset();
  await bench.addLinks(LINKS);
});

/** The number of commits that Kafka has accepted from all groups. */
async function commits(): Promise<number> {
  const admin = bench.client.admin();
  await admin.connect();
  const ends = await admin.fetchTopicOffsets(OFFSETS_TOPIC);
  await admin.disconnect();
  return ends.reduce((sum, { high }) => sum + Number(high), 0);
}

/** Starts an ingester and waits until it has counted all there is. */
async function startAndRest(recommitMs?: number) {
  const visits = mixedVisits(200, LINKS);
  for (let partition = 0; partition < PARTITIONS; partition++) {
    await bench.ship(visits.slice(partition * 50, partition * 50 + 50), { partition });
  }
  bench.start({ recommitMs });
  expect(await settled(bench, visits, { linkIds: LINKS })).toEqual(allCountsOf(visits));
  return visits;
}

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

it('commits again and again what consolidate, hits and live have committed, each as it was', async () => {
  const visits = await startAndRest(1_000);
  await sleep(WATCHED_MS);
  const [before, committed] = [await commits(), await bench.committed()];
  // three rounds, each over all partitions in three groups
  await until(async () => (await commits()) - before >= 3 * 3 * PARTITIONS);
  expect(await bench.committed()).toEqual(committed);
  expect(await settled(bench, visits, { linkIds: LINKS })).toEqual(allCountsOf(visits));
});

it('leaves Kafka alone for a day by default', async () => {
  await startAndRest();
  await sleep(WATCHED_MS);
  const before = await commits();
  await sleep(WATCHED_MS);
  expect(await commits()).toBe(before);
});

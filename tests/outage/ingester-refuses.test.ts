// The ingester's process when Kafka has lost its offsets: it logs the cause and what to do, and ends with an error.

import { allCountsIn, allCountsOf, settled } from '../stores/ingester-kafka/all-counts';
import { openStreamBench, type StreamBench } from '../stores/ingester-kafka/stream-bench';
import { mixedVisits } from '../stores/ingester/visits';
import { killIngesters, startIngesterProcess } from './ingester-process';

const LINKS = ['lnk_a', 'lnk_b', 'lnk_c'];

let bench: StreamBench;
beforeAll(async () => (bench = await openStreamBench()));
afterEach(killIngesters);
afterAll(() => bench?.close());

it('ends with exit code 1 and names the setting to resume with; with it, it goes on exactly', async () => {
  await bench.reset();
  await bench.addLinks(LINKS);
  const visits = mixedVisits(400, LINKS);
  const first = startIngesterProcess(bench);
  await first.joined();
  await bench.ship(visits.slice(0, 200));
  await settled(bench, visits.slice(0, 200), { linkIds: LINKS });
  const stoppingAt = Date.now();
  first.signal('SIGTERM');
  expect(await first.ended).toBe(0);
  expect(Date.now() - stoppingAt).toBeLessThan(10_000);
  const admin = bench.client.admin();
  await admin.connect();
  await admin.deleteGroups(['kurz-consolidate']);
  await admin.disconnect();
  await bench.ship(visits.slice(200));

  const refusing = startIngesterProcess(bench);
  expect(await refusing.ended).toBe(1);
  expect(refusing.log()).toContain('"runbook":"The position in the click stream is lost"');
  expect(refusing.log()).toContain('KURZ_RESUME_FROM_PROGRESS=true');
  const { daily } = await allCountsIn(bench, LINKS);
  expect(daily).toEqual(allCountsOf(visits.slice(0, 200)).daily);

  startIngesterProcess(bench, { KURZ_RESUME_FROM_PROGRESS: 'true', KURZ_MAX_VISITS: '70' });
  expect(await settled(bench, visits, { linkIds: LINKS })).toEqual(allCountsOf(visits));
});

// An operator adds partitions while an ingester runs, and redirectors use them.

import { ensureTopics } from '@kurz/click-stream';
import { TESTED } from '../../tested-client';
import { until } from '../../until';
import { mixedVisits } from '../ingester/visits';
import { allCountsOf, settled } from './all-counts';
import { openStreamBench, type StreamBench } from './stream-bench';

const LINKS = ['lnk_a', 'lnk_b', 'lnk_c'];
const ADDED = 5;
/** The longest wait of a visit. By default kafkajs looks for new partitions only every five minutes. */
const COUNTED_MS = 120_000;

let bench: StreamBench;
beforeAll(async () => (bench = await openStreamBench()));
afterAll(() => bench.close());

it('an ingester that runs counts their visits', async () => {
  await bench.reset();
  await bench.addLinks(LINKS);
  const ingester = bench.start();
  await until(() => Object.values(ingester.hasJoined()).every(Boolean));
  const topics = { topic: bench.topic(), deadTopic: bench.deadTopic(), partitions: ADDED + 1 };
  const options = { brokers: bench.kafka.brokers, clientId: 'test', client: TESTED };
  await ensureTopics(options, { ...topics, replication: 1, retentionMs: 3_600_000 });
  const visits = mixedVisits(100, LINKS);
  await bench.ship(visits, { partition: ADDED });
  expect(await settled(bench, visits, { linkIds: LINKS, ms: COUNTED_MS })).toEqual(allCountsOf(visits));
});

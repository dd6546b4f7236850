import type { StreamIngester } from '@kurz/ingester';
import { until } from '../../until';
import { mixedVisits } from '../ingester/visits';
import { allCountsOf, settled } from './all-counts';
import { openOwnStreamBench, type OwnStreamBench } from './stream-bench';
import { TESTED } from '../../tested-client';
import { watchedClient } from './watched-client';

const LINKS = ['lnk_a', 'lnk_b', 'lnk_c'];
/** An ingester that closes does not wait for its session timeout. */
const LEAVES_WITHIN_MS = 8_000;
const GROUPS = ['kurz-consolidate', 'kurz-hits', 'kurz-live'];

// has its own servers, because a test kills Kafka
let bench: OwnStreamBench;
beforeAll(async () => (bench = await openOwnStreamBench()));
afterAll(() => bench.close());
beforeEach(async () => {
  await bench.reset();
  await bench.addLinks(LINKS);
});

const sleep = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
const hasJoined = (ingester: StreamIngester) => Object.values(ingester.hasJoined()).every(Boolean);

async function membersOf(groupIds: readonly string[]): Promise<number> {
  const admin = bench.client.admin();
  await admin.connect();
  const { groups } = await admin.describeGroups([...groupIds]);
  await admin.disconnect();
  return groups.reduce((sum, { members }) => sum + members.length, 0);
}

describe('the counts through Kafka are exact', () => {
  it('when ingesters join and leave twenty times while visits come, 30 s after the last of them', async () => {
    const visits = mixedVisits(3_000, LINKS);
    const stays = bench.start({ maxVisits: 60 });
    let isOver = false;
    const shipping = (async () => {
      for (let part = 0; part < 60; part++) {
        await bench.ship(visits.slice(part * 50, part * 50 + 50), { partition: part % 4, chunkLines: 10 });
        await sleep(400);
      }
      isOver = true;
    })();
    for (let round = 0; round < 20; round++) {
      const guest = bench.start({ maxVisits: 45 });
      // some leave as members, others while they still join
      if (round % 2 === 0) await until(() => hasJoined(guest), { ms: 40_000 });
      await sleep(100 * (round % 4));
      const leaving = Date.now();
      await guest.close();
      expect(Date.now() - leaving).toBeLessThan(LEAVES_WITHIN_MS);
    }
    await shipping;
    expect(isOver).toBe(true);
    const counts = await settled(bench, visits, { linkIds: LINKS, ms: 30_000 });
    expect(counts).toEqual(allCountsOf(visits));
    await stays.close();
  });

  it('when Kafka is killed and comes back in the middle', async () => {
    const visits = mixedVisits(1_000, LINKS);
    const ingester = bench.start({ maxVisits: 50 });
    for (const partition of [0, 1, 2, 3]) {
      await bench.ship(visits.slice(partition * 125, partition * 125 + 125), { partition, chunkLines: 5 });
    }
    await bench.kafka.restart();
    await until(() => hasJoined(ingester), { ms: 60_000 });
    for (const partition of [0, 1, 2, 3]) {
      const from = 500 + partition * 125;
      await bench.ship(visits.slice(from, from + 125), { partition, chunkLines: 5 });
    }
    expect(await settled(bench, visits, { linkIds: LINKS })).toEqual(allCountsOf(visits));
  });

  // only kafkajs is known to stop by itself
  const itOfKafkajs = TESTED === 'kafkajs' ? it : it.skip;
  itOfKafkajs('when the client stops by itself: another one takes its place', async () => {
    const visits = mixedVisits(600, LINKS);
    const { client, consumers } = watchedClient(bench.client);
    const ingester = bench.start({ kafka: client, maxVisits: 50 });
    await until(() => hasJoined(ingester), { ms: 40_000 });
    await bench.ship(visits.slice(0, 300), { chunkLines: 10 });
    await Promise.all(consumers.map((consumer) => consumer.stop()));
    await bench.ship(visits.slice(300), { partition: 1, chunkLines: 10 });
    expect(await settled(bench, visits, { linkIds: LINKS })).toEqual(allCountsOf(visits));
    expect(consumers).toHaveLength(6);
  });

  it('when an intent is left open and the next ingester cuts its batches in another way', async () => {
    const visits = [...mixedVisits(100, ['lnk_a', 'lnk_b']), ...mixedVisits(20, ['lnk_c'])];
    await bench.ship(visits, { chunkLines: 10 });
    const first = bench.start({ maxVisits: 1_000 });
    await until(async () => (await bench.committed()).get(0)?.metadata.startsWith('{"to":1') ?? false, {
      ms: 30_000,
    }).catch(() => undefined);
    bench.server.freeze();
    await first.close();
    bench.server.thaw();
    bench.start({ maxVisits: 30 });
    expect(await settled(bench, visits, { linkIds: LINKS })).toEqual(allCountsOf(visits));
  });
});

describe('an ingester that leaves', () => {
  it('is in no group any more, also when it left while the group was rebalancing', async () => {
    for (let round = 0; round < 4; round++) {
      const guests = [bench.start(), bench.start()];
      await sleep(150 * round);
      await Promise.all(guests.map((guest) => guest.close()));
    }
    await until(async () => (await membersOf(GROUPS)) === 0, { ms: 40_000 });
  });
});

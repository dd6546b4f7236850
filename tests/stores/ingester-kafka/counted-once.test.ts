import { encodeVisit } from '@kurz/click-event';
import { until } from '../../until';
import { mixedVisits, visitOf } from '../ingester/visits';
import { allCountsIn, allCountsOf, settled } from './all-counts';
import { openStreamBench, type StreamBench } from './stream-bench';
import { TESTED } from '../../tested-client';
import { watchedClient } from './watched-client';

const LINKS = ['lnk_a', 'lnk_b', 'lnk_c'];

let bench: StreamBench;
beforeAll(async () => (bench = await openStreamBench()));
afterAll(() => bench.close());
beforeEach(async () => {
  await bench.reset();
  await bench.addLinks(LINKS);
});

const metricOf = (text: string, name: RegExp) => Number(name.exec(text)?.[1] ?? NaN);

describe('a visit that comes through Kafka', () => {
  it('is counted once in ClickHouse, in the hits and in the live counts, over all partitions', async () => {
    const visits = mixedVisits(3_000, LINKS);
    await bench.ship(visits.slice(0, 1_500), { partition: 0 });
    bench.start({ maxVisits: 300 });
    await bench.ship(visits.slice(1_500, 2_500), { partition: 1 });
    await bench.ship(visits.slice(2_500), { partition: 3, chunkLines: 500 });
    expect(await settled(bench, visits, { linkIds: LINKS })).toEqual(allCountsOf(visits));
  });

  it('of a new partition is in the live counts while it lingers before ClickHouse', async () => {
    const day = new Date().toISOString().slice(0, 10);
    bench.start({ lingerMs: 300_000 });
    await bench.ship([visitOf({ linkId: 'lnk_a', time: Date.parse(`${day}T00:00:00Z`) })], { partition: 2 });
    await until(async () => {
      const days = await bench.liveClicks.read({ workspaceId: 'ws_1', linkId: 'lnk_a' }, [day]);
      return days.some(({ requests }) => requests === 1);
    });
    // no batch with this visit is in flight to ClickHouse
    expect((await bench.committed()).get(2)).toMatchObject({ offset: 0 });
  });

  it('is aggregated by one consumer for all three while a backlog is counted', async () => {
    const visits = mixedVisits(6_000, LINKS);
    for (const partition of [0, 1, 2, 3]) {
      await bench.ship(visits.slice(partition * 1_500, partition * 1_500 + 1_500), { partition });
    }
    const ingester = bench.start({ maxVisits: 400 });
    expect(await settled(bench, visits, { linkIds: LINKS })).toEqual(allCountsOf(visits));
    const text = await ingester.metrics.text();
    const shared = ['consolidate', 'hits', 'live'].map((consumer) =>
      Number(
        new RegExp(`ingester_shared_batches_total\\{consumer="${consumer}"\\} (\\d+)`).exec(text)?.[1] ?? 0,
      ),
    );
    // each consumer has 16 batches, and one of the three aggregates; all may aggregate a partition's first batch
    expect(shared.reduce((sum, batches) => sum + batches, 0)).toBeGreaterThan(12);
  });

  it('is counted by one of two ingesters that share the partitions, and by the other when one leaves', async () => {
    const visits = mixedVisits(2_000, LINKS);
    const first = bench.start({ maxVisits: 100 });
    const second = bench.start({ maxVisits: 100 });
    await until(() => Object.values({ ...first.hasJoined(), ...second.hasJoined() }).every(Boolean), {});
    for (const partition of [0, 1, 2, 3]) {
      await bench.ship(visits.slice(partition * 250, partition * 250 + 250), { partition });
    }
    await settled(bench, visits.slice(0, 1_000), { linkIds: LINKS });
    const both = [await first.metrics.text(), await second.metrics.text()];
    const counted = both.map((text) =>
      metricOf(text, /ingester_visits_total\{consumer="consolidate"\} (\d+)/),
    );
    expect(counted.every((visitsOfOne) => visitsOfOne > 0)).toBe(true);
    await first.close();
    for (const partition of [0, 1, 2, 3]) {
      await bench.ship(visits.slice(1_000 + partition * 250, 1_250 + partition * 250), { partition });
    }
    // the successor does not wait for a session timeout
    expect(await settled(bench, visits, { linkIds: LINKS })).toEqual(allCountsOf(visits));
  });

  it('is seen in the metrics: no lag, its age, and no intent that stays open', async () => {
    const visits = mixedVisits(100, LINKS);
    const ingester = bench.start();
    await bench.ship(visits, { partition: 2 });
    await settled(bench, visits, { linkIds: LINKS });
    await until(async () => {
      const text = await ingester.metrics.text();
      return ['consolidate', 'hits', 'live'].every((consumer) =>
        text.includes(`kurz_ingester_lag{consumer="${consumer}",partition="2"} 0`),
      );
    });
    const text = await ingester.metrics.text();
    expect(metricOf(text, /\nkurz_ingester_newest_visit_age_seconds (\S+)/)).toBeLessThan(100_000);
    expect(text).toContain('kurz_ingester_open_intents 0');
  });

  it('may be in a message with a line or beside a message that is none: those are kept aside and counted', async () => {
    const visits = mixedVisits(60, LINKS);
    const ingester = bench.start();
    await bench.ship([...visits.slice(0, 20), 'nonsense', ...visits.slice(20, 40)]);
    await bench.shipRaw({ key: 'one', value: 'no headers, no lines of ours' });
    await bench.ship(visits.slice(40));
    expect(await settled(bench, visits, { linkIds: LINKS })).toEqual(allCountsOf(visits));
    expect(await ingester.metrics.text()).toContain('kurz_ingester_dead_letters_total 2');
    const texts: string[] = [];
    const consumer = bench.client.consumer({ groupId: `reads-${bench.deadTopic()}` });
    await consumer.connect();
    await consumer.subscribe({ topics: [bench.deadTopic()], fromBeginning: true });
    await consumer.run({
      eachMessage: ({ message }) => Promise.resolve(void texts.push(message.value?.toString() ?? '')),
    });
    await until(() => texts.length >= 2);
    await consumer.disconnect();
    expect(
      texts
        .map((text) => JSON.parse(text) as { text: string })
        .map(({ text }) => text)
        .sort(),
    ).toEqual(['no headers, no lines of ours', 'nonsense']);
  });

  it('raises the alarm when it is missing before another one, or comes again', async () => {
    const visits = mixedVisits(60, LINKS);
    const ingester = bench.start();
    await bench.ship(visits.slice(0, 20));
    const value = visits.slice(20, 40).map(encodeVisit).join('\n');
    const place = { journal: 'one', first: '900000', last: '950000', after: '800000' };
    await bench.shipRaw({ key: 'one', value, headers: place });
    await bench.shipRaw({ key: 'one', value, headers: place });
    await settled(bench, visits, { linkIds: LINKS });
    await until(async () => {
      const text = await ingester.metrics.text();
      return (
        text.includes('ingester_sequence_faults_total{kind="gap",partition="0"} 1') &&
        text.includes('ingester_sequence_faults_total{kind="repeat",partition="0"} 1')
      );
    });
  });

  it('is not asked for again once it was received, however long ClickHouse is away', async () => {
    const visits = mixedVisits(500, LINKS);
    let batches = 0;
    const { client } = watchedClient(bench.client, (consumer) =>
      consumer.on('consumer.end_batch_process', () => void batches++),
    );
    await bench.proxy.refuse();
    bench.start({ kafka: TESTED === 'kafkajs' ? client : bench.tested });
    await bench.ship(visits);
    await until(async () => Object.keys((await allCountsIn(bench, LINKS)).hits).length === 3);
    const received = batches;
    await new Promise((resolve) => setTimeout(resolve, 3_000));
    expect(batches - received).toBeLessThan(5);
    await bench.proxy.heal();
    expect(await settled(bench, visits, { linkIds: LINKS })).toEqual(allCountsOf(visits));
  });

  it('of a deleted link is erased by one of two ingesters when all of both have passed it', async () => {
    const visits = [0, 1, 2, 3].flatMap(() => mixedVisits(90, LINKS));
    const ingesters = [bench.start(), bench.start()];
    await until(() => ingesters.every((each) => Object.values(each.hasJoined()).every(Boolean)), {});
    for (const partition of [0, 1, 2, 3]) {
      await bench.ship(visits.slice(partition * 90, partition * 90 + 90), { partition });
    }
    await settled(bench, visits, { linkIds: LINKS });
    const { db } = bench.database;
    await db.deleteFrom('links').where('id', '=', 'lnk_b').execute();
    await db.insertInto('erasures').values({ link_id: 'lnk_b', workspace_id: 'ws_1' }).execute();
    await bench.ship([visitOf({ linkId: 'lnk_b' }), visitOf({ linkId: 'lnk_a' })], { partition: 1 });
    await until(async () => {
      const rows = await db.selectFrom('erasures').select('closed_at').execute();
      return rows.every((row) => row.closed_at !== null);
    });
    const kept = [...visits, visitOf({ linkId: 'lnk_a' })].filter(({ linkId }) => linkId !== 'lnk_b');
    expect(await settled(bench, kept, { linkIds: LINKS })).toEqual(allCountsOf(kept));
  });
});

import { silentLog } from '@kurz/process';
import { until } from '../../until';
import { mixedVisits } from '../ingester/visits';
import { allCountsIn, allCountsOf, settled } from './all-counts';
import { openStreamBench, type StreamBench } from './stream-bench';

const LINKS = ['lnk_a', 'lnk_b', 'lnk_c'];

let bench: StreamBench;
beforeAll(async () => (bench = await openStreamBench()));
afterAll(() => bench.close());
beforeEach(async () => {
  await bench.reset();
  await bench.addLinks(LINKS);
});

/** Deletes the group, as Kafka does after a long idle time, or an operator by mistake. */
async function forgetOffsets(): Promise<void> {
  const admin = bench.client.admin();
  await admin.connect();
  await admin.deleteGroups(['kurz-consolidate']);
  await admin.disconnect();
}

/** Resolves with the position that was reached. */
async function countAndForget(
  visits: ReturnType<typeof mixedVisits>,
  change?: { maxVisits: number },
): Promise<number> {
  const ingester = bench.start(change);
  await bench.ship(visits);
  await settled(bench, visits, { linkIds: LINKS });
  const { db } = bench.database;
  const { offset } = (await bench.committed()).get(0) ?? { offset: -1 };
  await until(async () => {
    const rows = await db.selectFrom('stream_progress').selectAll().execute();
    return rows.some((row) => row.stream_partition === 0 && row.position === offset);
  });
  await ingester.close();
  await forgetOffsets();
  return offset;
}

describe('an ingester whose positions Kafka has forgotten', () => {
  it('refuses to go on, and counts nothing anew', async () => {
    const visits = mixedVisits(200, LINKS);
    await countAndForget(visits);
    const next = bench.start();
    expect(await next.refused).toContain('partition 0');
    expect(await allCountsIn(bench, LINKS)).toEqual(allCountsOf(visits));
  });

  it('refuses as well when PostgreSQL has forgotten too, and only the rows are there', async () => {
    const visits = mixedVisits(200, LINKS);
    await countAndForget(visits);
    await bench.database.db.deleteFrom('stream_progress').execute();
    const next = bench.start();
    expect(await next.refused).toContain('partition 0');
    expect(await allCountsIn(bench, LINKS)).toEqual(allCountsOf(visits));
  });

  it('goes on from what was published when the operator says so, with other batches, and is exact', async () => {
    const visits = mixedVisits(400, LINKS);
    await countAndForget(visits.slice(0, 200));
    await bench.ship(visits.slice(200));
    bench.start({ resumeFromProgress: true, maxVisits: 70 });
    expect(await settled(bench, visits, { linkIds: LINKS })).toEqual(allCountsOf(visits));
  });

  it('removes what later batches wrote before it goes on, where PostgreSQL knew less than was counted', async () => {
    const visits = mixedVisits(300, LINKS);
    // batches of two messages each
    const end = await countAndForget(visits, { maxVisits: 100 });
    await bench.database.db.updateTable('stream_progress').set({ position: 2 }).execute();
    bench.start({ resumeFromProgress: true, maxVisits: 130 });
    // until then, the comparison below would succeed with the rows of the first run
    await until(async () => (await bench.committed()).get(0)?.offset === end);
    expect(await settled(bench, visits, { linkIds: LINKS })).toEqual(allCountsOf(visits));
  });

  it('waits until shards have what they lack before that position, and forgets what they lack after it', async () => {
    const visits = mixedVisits(300, LINKS);
    const end = await countAndForget(visits, { maxVisits: 100 });
    const { db } = bench.database;
    await db.updateTable('stream_progress').set({ position: 2 }).execute();
    const lacking = { shard: 1, stream_partition: 0, is_whole: false, consolidated_until: new Date(0) };
    await db
      .insertInto('missed_ranges')
      .values({ ...lacking, from_position: 1, to_position: end, filled: 1 })
      .execute();
    const lines: Record<string, unknown>[] = [];
    const warn = (line: Record<string, unknown>) => void lines.push(line);
    bench.start({ resumeFromProgress: true, log: { ...silentLog, warn } });
    await until(() => lines.some(({ reason }) => String(reason).includes('shard 2 lacks visits')));
    expect((await bench.committed()).get(0)).toBeUndefined();
    await db.updateTable('missed_ranges').set({ filled: 2 }).execute();
    await until(async () => (await bench.committed()).get(0)?.offset === end);
    expect(await settled(bench, visits, { linkIds: LINKS })).toEqual(allCountsOf(visits));
    expect(await db.selectFrom('missed_ranges').selectAll().execute()).toEqual([]);
  });

  it('refuses a topic that ends before what was counted, also when told to go on, until it is filled', async () => {
    const visits = mixedVisits(200, LINKS);
    const behind = (await countAndForget(visits)) + 20;
    // as if an earlier topic had been longer
    const { db } = bench.database;
    await db.updateTable('stream_progress').set({ position: behind }).execute();
    await db
      .updateTable('hit_positions')
      .set({ position: behind })
      .where('stream_partition', '=', 0)
      .execute();
    await bench.flushRedis();
    let reason = '';
    const early = bench.start({ resumeFromProgress: true });
    void early.refused.then((said) => (reason = said));
    await until(() => reason !== '');
    expect(reason).toContain('beyond its end');
    await early.close();

    // each message takes two offsets: its own and that of its transaction's end marker
    for (let filled = 0; filled < 12; filled++) await bench.shipRaw({ key: '', value: '0' });
    bench.start({ resumeFromProgress: true });
    const late = mixedVisits(100, LINKS);
    await bench.ship(late);
    const all = [...visits, ...late];
    expect(await settled(bench, all, { linkIds: LINKS })).toEqual(allCountsOf(all));
  });

  it('begins at the oldest visit of a partition that nobody has counted', async () => {
    const visits = mixedVisits(100, LINKS);
    await bench.ship(visits, { partition: 3 });
    bench.start();
    expect(await settled(bench, visits, { linkIds: LINKS })).toEqual(allCountsOf(visits));
  });
});

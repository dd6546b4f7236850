// While no ingester runs, somebody resets the offsets of the consolidate group with Kafka's tools.

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

/** Counts the visits. Resolves with the position reached, once PostgreSQL has it. */
async function count(visits: ReturnType<typeof mixedVisits>): Promise<number> {
  const ingester = bench.start();
  await bench.ship(visits);
  await settled(bench, visits, { linkIds: LINKS });
  const { offset } = (await bench.committed()).get(0) ?? { offset: -1 };
  await until(async () => {
    const rows = await bench.database.db.selectFrom('stream_progress').selectAll().execute();
    return rows.some((row) => row.stream_partition === 0 && row.position === offset);
  });
  await ingester.close();
  return offset;
}

/** `to`: an offset, or -1 for the end of partition 0. */
async function resetOffset(to: number): Promise<void> {
  const admin = bench.client.admin();
  await admin.connect();
  const ends = await admin.fetchTopicOffsets(bench.topic());
  const end = ends.find(({ partition }) => partition === 0)?.high ?? '0';
  const partitions = [{ partition: 0, offset: to < 0 ? end : String(to) }];
  await admin.setOffsets({ groupId: 'kurz-consolidate', topic: bench.topic(), partitions });
  await admin.disconnect();
}

describe('an ingester whose offsets were set behind visits that wait', () => {
  it('refuses to pass them over, and counts each once when told to go on', async () => {
    const counted = mixedVisits(200, LINKS);
    const waiting = mixedVisits(300, LINKS);
    await count(counted);
    await bench.ship(waiting);
    await resetOffset(-1);

    let reason = '';
    const refusing = bench.start();
    void refusing.refused.then((said) => (reason = said));
    await until(() => reason !== '');
    expect(reason).toContain('ahead of what was counted');
    expect((await allCountsIn(bench, LINKS)).daily).toEqual(allCountsOf(counted).daily);
    await refusing.close();

    bench.start({ resumeFromProgress: true });
    const all = [...counted, ...waiting];
    expect(await settled(bench, all, { linkIds: LINKS })).toEqual(allCountsOf(all));
  });
});

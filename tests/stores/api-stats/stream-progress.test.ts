import { findStreamProgress } from '../../../services/api/src/analytics/find-stream-progress';
import { findStatsFacts } from '../../../services/api/src/stats/find-stats-facts';
import { findTagFacts } from '../../../services/api/src/stats/find-tag-facts';
import { liveAddition } from './live-addition';
import { startStats, windowFor, type StatsWorld } from './start-stats';
import { writePlan } from './write-plan';

describe('how far the stream is consolidated', () => {
  let world: StatsWorld;

  beforeAll(async () => {
    world = await startStats();
  });
  afterAll(() => world.close());
  afterEach(() => world.db.deleteFrom('stream_progress').execute());

  it('is unknown before the first batch, and a link without visits has no hits', async () => {
    const link = await world.addLink();
    expect(await findStatsFacts(world.db, link.id)).toEqual({
      hits: 0,
      preTracking: 0,
      trackingSince: '2026-03-06',
      partitions: [],
      consolidatedUntil: undefined,
    });
  });

  it('is as far as the slowest partition', async () => {
    const link = await world.addLink();
    await world.db.insertInto('link_hits').values({ link_id: link.id, hits: 5_000_000_000 }).execute();
    await world.setProgress({ position: 9_000_000_000, consolidatedUntil: '2026-03-15T00:00:00.001Z' });
    await world.setProgress({ partition: 3, position: 4, consolidatedUntil: '2026-03-14T23:59:59.999Z' });
    const progress = await findStatsFacts(world.db, link.id);
    expect(progress).toMatchObject({
      hits: 5_000_000_000,
      consolidatedUntil: Date.parse('2026-03-14T23:59:59.999Z'),
    });
    expect(progress?.partitions.sort((a, b) => a.partition - b.partition)).toEqual([
      { partition: 0, position: 9_000_000_000 },
      { partition: 3, position: 4 },
    ]);
  });

  it('is less far for workspaces of a shard that lacks visits, and whole for those of others', async () => {
    const link = await world.addLink();
    const { workspaceId } = link;
    await world.setProgress({ position: 50, consolidatedUntil: '2026-03-15T00:00:00Z' });
    await world.db
      .insertInto('missed_ranges')
      .values({
        shard: 1,
        stream_partition: 0,
        from_position: 10,
        to_position: 40,
        is_whole: false,
        filled: 30,
        consolidated_until: '2026-03-14T00:00:00Z',
      })
      .execute();
    const moveTo = (shard: number) =>
      world.db.updateTable('workspaces').set({ shard }).where('id', '=', workspaceId).execute();
    const seen = async () => {
      const all = [
        await findStatsFacts(world.db, link.id),
        await findTagFacts(world.db, { workspaceId, key: 'some' }),
        await findStreamProgress(world.db, workspaceId),
      ];
      return all.map((facts) => [facts?.partitions[0]?.position, facts?.consolidatedUntil]);
    };
    await world.db
      .insertInto('tags')
      .values({ id: 'tag_1', workspace_id: workspaceId, name: 'some', name_key: 'some' })
      .execute();
    const whole = [50, Date.parse('2026-03-15T00:00:00Z')];
    const lacking = [30, Date.parse('2026-03-14T00:00:00Z')];
    try {
      expect(await seen()).toEqual([whole, whole, whole]);
      await moveTo(1);
      expect(await seen()).toEqual([lacking, lacking, lacking]);
    } finally {
      await moveTo(0);
      await world.db.deleteFrom('missed_ranges').execute();
    }
  });

  it('decides what is seen: a plan in the making changes no number until it is finished', async () => {
    const link = await world.addLink();
    const read = world.readerWith({
      waitMs: 2_000,
      breaker: { failures: 3, probeEveryMs: 100, probeWaitMs: 1_000 },
    });
    const statsOf = async () => {
      const outcome = await read({ link, window: windowFor() });
      if (outcome.kind !== 'stats') throw new Error(outcome.kind);
      return outcome.stats;
    };
    const plan = { workspaceId: link.workspaceId, linkId: link.id };
    await world.setProgress({ position: 100, consolidatedUntil: '2026-03-15T02:00:00Z' });
    await writePlan(world.clickHouse, {
      ...plan,
      planFrom: 0,
      hours: [{ at: '2026-03-15T01', requests: 5 }],
    });
    const before = await statsOf();
    await writePlan(world.clickHouse, {
      ...plan,
      planFrom: 100,
      hours: [{ at: '2026-03-15T02', requests: 2 }],
    });
    expect(await statsOf()).toEqual(before);
    await world.setProgress({ position: 200, consolidatedUntil: '2026-03-15T02:10:00Z' });
    const after = await statsOf();
    expect([before.totals.human, after.totals.human]).toEqual([5, 7]);
    expect(after.geo).toEqual([{ k: 'DE', v: 7 }]);
    expect(after.hourly.buckets.slice(22)).toEqual([5, 2]);
  });

  it('leaves the word to the live counts while they are ahead, and takes it back when it has caught up', async () => {
    const link = await world.addLink();
    const read = world.readerWith({
      waitMs: 2_000,
      breaker: { failures: 3, probeEveryMs: 100, probeWaitMs: 1_000 },
    });
    const yesterday = async () => {
      const outcome = await read({ link, window: windowFor({ from: '2026-03-14', to: '2026-03-14' }) });
      if (outcome.kind !== 'stats') throw new Error(outcome.kind);
      const { totals, geo, freshness } = outcome.stats;
      return { requests: totals.requests, geo, freshness };
    };
    const plan = { workspaceId: link.workspaceId, linkId: link.id };
    await world.setProgress({ position: 1, consolidatedUntil: '2026-03-15T00:00:00Z' });
    await writePlan(world.clickHouse, {
      ...plan,
      planFrom: 0,
      hours: [{ at: '2026-03-14T12', requests: 5 }],
    });
    await world.liveClicks.seed({
      partition: 0,
      position: 1,
      additions: [liveAddition(link, '2026-03-14', { humans: 6 })],
    });
    expect(await yesterday()).toEqual({ requests: 6, geo: [{ k: 'AT', v: 6 }], freshness: 'todayLive' });
    await writePlan(world.clickHouse, {
      ...plan,
      planFrom: 1,
      hours: [{ at: '2026-03-14T23', requests: 1 }],
    });
    await world.setProgress({ position: 2, consolidatedUntil: '2026-03-15T00:00:00Z' });
    expect(await yesterday()).toEqual({ requests: 6, geo: [{ k: 'DE', v: 6 }], freshness: 'final' });
  });
});

// Removes the counts of deleted links. Each row of `erasures` is closed when nothing of its link can come any more.
//
// An open row is first seen: the end of every partition is noted in `passed_by`, and the link's counts are removed.
// Then it waits until every consumer has passed those ends, because an earlier batch may hold visits from before the
// deletion. Then the counts are removed once more. Each shard of ClickHouse is done with the link when it has no rows
// of it; the erasure is closed when every shard is done. The consumers look up `erasures` for every batch, and count no
// visit after the noted ends.

import type { ClickShards } from '@kurz/click-tables';
import type { Db } from '@kurz/database';
import type { LiveClicks } from '@kurz/live-clicks';
import { allEnded } from '@kurz/resilience';
import type { IngesterMetrics } from '../metrics/ingester-metrics';
import type { ErasedLinks } from './erased-links';
import { countLinkRows, deleteLinkRows, inParts } from './link-rows';
import {
  countOpenErasures,
  findOpenErasures,
  noteCleared,
  noteEnds,
  oldestOf,
  type OpenErasure,
  type StreamEnds,
} from './open-erasures';

/** Removes lifetime hits that a transaction wrote while the link was being deleted. */
async function deleteLinkHits(db: Db, linkIds: readonly string[]): Promise<void> {
  await db.deleteFrom('link_hits').where('link_id', 'in', linkIds).execute();
}

type Deps = {
  db: Db;
  /** The rows are removed from all shards, because a workspace may have moved. */
  shards: ClickShards;
  liveClicks: LiveClicks;
  erased: ErasedLinks;
  metrics: IngesterMetrics;
  /** Where the stream ends now. */
  ends: () => Promise<StreamEnds>;
  /** Whether every consumer has counted all visits before these ends, also on the shard, with none in flight. */
  haveAllCounted: (ends: StreamEnds, shard: number) => boolean | Promise<boolean>;
};

export function makeEraser(deps: Deps): () => Promise<void> {
  const { db, shards, liveClicks, erased, metrics, ends, haveAllCounted } = deps;
  const numbers = [...shards.all.keys()];

  const noteSeen = async (links: readonly OpenErasure[]) => {
    const now = await ends();
    await noteEnds(
      db,
      links.map((link) => link.linkId),
      now,
    );
    for (const link of links) link.passedBy = now;
  };
  /** The links with which a shard may be done now. */
  const passedOn = async (shard: number, links: readonly OpenErasure[]) => {
    const passed: OpenErasure[] = [];
    for (const link of links)
      if (!link.cleared.includes(shard) && link.passedBy && (await haveAllCounted(link.passedBy, shard)))
        passed.push(link);
    return passed;
  };
  const removeCounts = async (links: ReadonlySet<OpenErasure>) => {
    const linkIds = [...links].map((link) => link.linkId);
    if (linkIds.length === 0) return;
    for (const linkId of linkIds) await liveClicks.erase(linkId);
    await deleteLinkHits(db, linkIds);
  };
  /** `passed`: the shard is done with these links when it then has no rows of them. */
  const eraseFrom = async (
    shard: number,
    { unseen, passed }: Record<'unseen' | 'passed', readonly OpenErasure[]>,
  ) => {
    const clickHouse = shards.at(shard);
    for (const part of inParts([...new Set([...unseen, ...passed])]))
      if (numbers.length === 1 || (await countLinkRows(clickHouse, part)) > 0)
        await deleteLinkRows(clickHouse, part);
    for (const part of inParts(passed)) {
      if ((await countLinkRows(clickHouse, part)) > 0)
        throw new Error('rows of erased links are still there');
      const linkIds = part.map((link) => link.linkId);
      await noteCleared(db, linkIds, { shard, shards: numbers.length });
    }
  };

  /** One round over the oldest open rows of each shard. Throws while a store is away, after the others are done. */
  return async () => {
    const open = await findOpenErasures(db, numbers.length);
    metrics.oldestErasure(oldestOf(open));
    metrics.openErasures(open.length === 0 ? 0 : await countOpenErasures(db));
    if (open.length === 0) return;
    erased.note(open.map((link) => link.linkId));
    const unseen = open.filter((link) => link.passedBy === null);
    if (unseen.length > 0) await noteSeen(unseen);
    const passed = await Promise.all(numbers.map((shard) => passedOn(shard, open)));
    await removeCounts(new Set([...unseen, ...passed.flat()]));
    await allEnded(passed.map((mine, shard) => eraseFrom(shard, { unseen, passed: mine })));
  };
}

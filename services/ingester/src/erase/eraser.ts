// Removes what is counted of deleted links. Each row of `erasures` is closed when nothing of its link can come any
// more.
//
// An open row is first seen: the end of every partition is noted in `passed_by`, and the link's counts are removed.
// Then it waits until every consumer has passed those ends, because an earlier batch may hold visits from before the
// deletion. Then the counts are removed once more, from each shard of ClickHouse for itself: a shard is done with the link
// when it has none. The row is closed when all shards are. The consumers look up `erasures` for every batch and drop
// visits after the noted ends.

import type { ClickHouse, ClickShards } from '@kurz/click-tables';
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
  type OpenErasure,
  type StreamEnds,
} from './open-erasures';

/** Removes lifetime hits that a transaction wrote while the link was being deleted. */
async function deleteLinkHits(db: Db, linkIds: readonly string[]): Promise<void> {
  await db.deleteFrom('link_hits').where('link_id', 'in', linkIds).execute();
}

type Deps = {
  db: Db;
  /** The rows are removed from all: a workspace may have moved. */
  shards: ClickShards;
  liveClicks: LiveClicks;
  erased: ErasedLinks;
  metrics: IngesterMetrics;
  /** Where the stream ends now. */
  ends: () => Promise<StreamEnds>;
  /** Whether every consumer has counted what is before these ends, on a shard, with nothing of it under way. */
  haveAllCounted: (ends: StreamEnds, shard: number) => boolean | Promise<boolean>;
};

export function makeEraser(deps: Deps): () => Promise<void> {
  const { db, liveClicks, erased, metrics, ends, haveAllCounted } = deps;
  const shards = deps.shards.all;

  const noteSeen = async (links: readonly OpenErasure[]) => {
    const now = await ends();
    await noteEnds(
      db,
      links.map((link) => link.linkId),
      now,
    );
    for (const link of links) link.passedBy = now;
  };
  /** Those that a shard may be done with now. */
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
  const removeRows = async (shard: ClickHouse, links: readonly OpenErasure[]) => {
    for (const part of inParts(links))
      if (shards.length === 1 || (await countLinkRows(shard, part)) > 0) await deleteLinkRows(shard, part);
  };
  const clear = async (shard: number, links: readonly OpenErasure[]) => {
    for (const part of inParts(links)) {
      if ((await countLinkRows(deps.shards.at(shard), part)) > 0)
        throw new Error('rows of erased links are still there');
      const linkIds = part.map((link) => link.linkId);
      await noteCleared(db, linkIds, { shard, shards: shards.length });
    }
  };

  /** One round over the oldest open rows of each shard. Throws while a store is away, when the others are done. */
  return async () => {
    const open = await findOpenErasures(db, shards.length);
    metrics.openErasures(open.length === 0 ? 0 : await countOpenErasures(db));
    if (open.length === 0) return;
    erased.note(open.map((link) => link.linkId));
    const unseen = open.filter((link) => link.passedBy === null);
    if (unseen.length > 0) await noteSeen(unseen);
    const passed = await Promise.all(shards.map((_, shard) => passedOn(shard, open)));
    await removeCounts(new Set([...unseen, ...passed.flat()]));
    await allEnded(
      shards.map(async (clickHouse, shard) => {
        const mine = passed[shard] ?? [];
        await removeRows(clickHouse, [...new Set([...unseen, ...mine])]);
        await clear(shard, mine);
      }),
    );
  };
}

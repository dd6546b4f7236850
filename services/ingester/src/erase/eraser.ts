// Removes what is counted of deleted links. Each row of `erasures` is closed when nothing of its link can come any
// more.
//
// An open row is first seen: the end of every partition is noted in `passed_by`, and the link's counts are removed.
// Then it waits until every consumer has passed those ends, because an earlier batch may hold visits from before the
// deletion. Then the counts are removed once more, and the row is closed when ClickHouse has none. The consumers look
// up `erasures` for every batch and drop visits after the noted ends.

import type { ClickHouse, ClickShards } from '@kurz/click-tables';
import type { Db } from '@kurz/database';
import type { LiveClicks } from '@kurz/live-clicks';
import { allEnded } from '@kurz/resilience';
import type { IngesterMetrics } from '../metrics/ingester-metrics';
import type { ErasedLinks } from './erased-links';
import { countLinkRows, deleteLinkRows } from './link-rows';
import {
  closeErasures,
  findOpenErasures,
  type OpenErasure,
  type StreamEnds,
  noteEnds,
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
  /** Whether every consumer has counted what is before these ends, with nothing of it under way. */
  haveAllCounted: (ends: StreamEnds) => boolean | Promise<boolean>;
};

export function makeEraser(deps: Deps): () => Promise<void> {
  const { db, liveClicks, erased, metrics, ends, haveAllCounted } = deps;
  const shards = deps.shards.all;

  // While a shard is away the erasures stay open. Those that answer have no rows left by then, and write nothing more.
  const deleteRows = async (links: readonly OpenErasure[]) => {
    const deleteFrom = async (shard: ClickHouse) => {
      if (shards.length === 1 || (await countLinkRows(shard, links)) > 0) await deleteLinkRows(shard, links);
    };
    await allEnded(shards.map(deleteFrom));
  };

  const remove = async (links: readonly OpenErasure[]) => {
    const linkIds = links.map((link) => link.linkId);
    for (const linkId of linkIds) await liveClicks.erase(linkId);
    await deleteLinkHits(db, linkIds);
    await deleteRows(links);
  };
  const firstSeen = async (links: readonly OpenErasure[]) => {
    const now = await ends();
    await noteEnds(
      db,
      links.map((link) => link.linkId),
      now,
    );
    return links.map((link) => ({ ...link, passedBy: now }));
  };

  /** One round over the oldest open rows. Throws while a store is away. */
  return async () => {
    const open = await findOpenErasures(db);
    metrics.openErasures(open.length);
    if (open.length === 0) return;
    erased.note(open.map((link) => link.linkId));
    const unseen = open.filter((link) => link.passedBy === null);
    const seen = unseen.length > 0 ? await firstSeen(unseen) : [];
    const all = [...open.filter((link) => link.passedBy !== null), ...seen];
    const passed: OpenErasure[] = [];
    for (const link of all) if (link.passedBy && (await haveAllCounted(link.passedBy))) passed.push(link);
    const waiting = seen.filter((link) => !passed.includes(link));
    if (waiting.length > 0) await remove(waiting);
    if (passed.length === 0) return;
    await remove(passed);
    const left = await Promise.all(shards.map((shard) => countLinkRows(shard, passed)));
    if (left.some((rows) => rows > 0)) throw new Error('rows of erased links are still there');
    await closeErasures(
      db,
      passed.map((link) => link.linkId),
    );
  };
}

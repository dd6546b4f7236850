// Whether the new shard of a move has counts that the old one lacks. These are not a copy, so the move must not remove
// them: PostgreSQL was restored to a moment before the workspace had moved.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import { deleteLinkRows, inParts } from '../erase/link-rows';
import { releaseMove, type ClaimedMove } from './claim-move';
import type { MovePositions, MoverDeps, MoverSettings } from './shard-move';
import { findDayAhead } from './workspace-rows';

/** Links of the workspace whose counts were removed since the move entered its state. */
export async function findErasedSince(
  db: Db,
  { workspaceId, changedAt }: ClaimedMove,
): Promise<{ linkId: string; workspaceId: string }[]> {
  const { rows } = await sql<{ linkId: string; workspaceId: string }>`
    SELECT link_id AS "linkId", workspace_id AS "workspaceId" FROM erasures
    WHERE workspace_id = ${workspaceId} AND (closed_at IS NULL OR closed_at >= ${changedAt})`.execute(db);
  return rows;
}

/**
 * Visits that the old shard missed while it was away may be on the new one, and are still to come to the old one. The
 * days of a compaction are there twice until it is settled.
 */
async function isIncomparable(db: Db, { from, to }: ClaimedMove): Promise<boolean> {
  const { rows } = await sql`
    SELECT FROM missed_ranges WHERE shard IN (${from}, ${to})
    UNION ALL SELECT FROM compactions WHERE state IN ('planned', 'written') AND shard IN (${from}, ${to})
    LIMIT 1`.execute(db);
  return rows.length > 0;
}

/** Resolves with true when the move waits. `before`: compares batches before these positions; default: all. */
export function makeIsAhead(
  { shards, db, log }: Pick<MoverDeps, 'shards' | 'db' | 'log'>,
  { restMs }: Pick<MoverSettings, 'restMs'>,
): (move: ClaimedMove, before?: MovePositions) => Promise<boolean> {
  return async (move, before) => {
    const { workspaceId, from, to } = move;
    const target = shards.at(to);
    const find = () =>
      findDayAhead({ from: shards.at(from), to: target }, { workspace: workspaceId, before });
    if ((await find()) === undefined) return false;
    if (await isIncomparable(db, move)) return true;
    // rows of links that were erased while they were copied
    for (const links of inParts(await findErasedSince(db, move))) await deleteLinkRows(target, links);
    const day = await find();
    if (day === undefined) return false;
    log.error({
      event: 'workspace_move_refused',
      workspaceId,
      from: from + 1,
      to: to + 1,
      day,
      runbook: 'A workspace does not move',
    });
    await releaseMove(db, move, restMs);
    return true;
  };
}

// What a shard that is away means for moves from or to it. move/shard-move.ts has their states.

import { lockShardOf, SHARD_REST_MS, type Db } from '@kurz/database';
import { sql } from 'kysely';

type Underway = { workspaceId: string; from: number; isRead: boolean };

/**
 * For a shard that is away: no batch goes to it for a workspace that moves from or to it. When readers already take the
 * new shard, the move continues without the old one. Otherwise it is cancelled and begins again later, when the new
 * shard's rows of the workspace are removed. Resolves with the workspaces whose moves are cancelled. Call it under
 * lockRowsOfShards.
 */
export async function cancelMoves(transaction: Db, shard: number): Promise<string[]> {
  const { rows } = await sql<Underway>`
    SELECT move.workspace_id AS "workspaceId", from_shard AS "from",
           move.state = 'switched' AND from_shard = ${shard} AS "isRead"
    FROM shard_moves AS move LEFT JOIN workspaces ON workspaces.id = move.workspace_id
    WHERE move.state IN ('copying', 'switched') AND ${shard} IN (from_shard, to_shard)
      AND (move.state = 'copying' OR workspaces.other_shard IS NOT NULL)
    ORDER BY move.workspace_id FOR UPDATE OF move`.execute(transaction);
  for (const { workspaceId, from, isRead } of rows) {
    await lockShardOf(transaction, workspaceId);
    await sql`
      UPDATE workspaces SET other_shard = NULL, shard = ${isRead ? sql`shard` : from}
      WHERE id = ${workspaceId}`.execute(transaction);
    if (isRead) continue;
    await sql`
      UPDATE shard_moves SET state = 'planned', positions = NULL, changed_at = now(), claimed_until = now(),
        not_before = now() + ${SHARD_REST_MS} * interval '1 millisecond'
      WHERE workspace_id = ${workspaceId}`.execute(transaction);
  }
  return rows.filter(({ isRead }) => !isRead).map(({ workspaceId }) => workspaceId);
}

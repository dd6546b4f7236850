// The move whose next step may be taken, claimed for this ingester, and its changes of state. Each change is refused
// when the claim is over and another has it.

import { lockRowsOfShards, lockShardOf, type Db, type ShardMovesTable } from '@kurz/database';
import { sql } from 'kysely';
import type { MovePositions, ShardMove } from './shard-move';

type Row = ShardMove & { claimedUntil: string };

/** `claim`: when the claim ends, which identifies it. */
export type ClaimedMove = ShardMove & { claim: string };

const CLAIM_OF = (ms: number) => sql`clock_timestamp() + ${ms} * interval '1 millisecond'`;

/** Undefined when there is none. `shards`: how many this process knows; moves of other shards are left. */
export async function claimMove(
  db: Db,
  { shards, claimMs }: { shards: number; claimMs: number },
): Promise<ClaimedMove | undefined> {
  const { rows } = await sql<Row>`
    UPDATE shard_moves SET claimed_until = ${CLAIM_OF(claimMs)}
    WHERE workspace_id = (
      SELECT workspace_id FROM shard_moves
      WHERE state <> 'done' AND not_before <= now() AND claimed_until <= now()
        AND greatest(from_shard, to_shard) < ${shards}
      ORDER BY not_before, workspace_id LIMIT 1 FOR UPDATE SKIP LOCKED)
    RETURNING workspace_id AS "workspaceId", from_shard AS "from", to_shard AS "to", state, positions,
      changed_at AS "changedAt", claimed_until::text AS "claimedUntil"`.execute(db);
  const [row] = rows;
  if (!row) return undefined;
  const { claimedUntil, ...move } = row;
  return { ...move, claim: claimedUntil };
}

const isMine = ({ workspaceId, claim, state }: ClaimedMove) =>
  sql`workspace_id = ${workspaceId} AND claimed_until = ${claim}::timestamptz AND state = ${state}`;

class MoveLost extends Error {
  constructor() {
    super('another ingester works on the move');
  }
}

/** Claims the move for as long again. @throws when another ingester has it. */
export async function renewClaim(db: Db, move: ClaimedMove, claimMs: number): Promise<void> {
  const { rows } = await sql<{ claim: string }>`
    UPDATE shard_moves SET claimed_until = ${CLAIM_OF(claimMs)}
    WHERE ${isMine(move)} AND claimed_until > clock_timestamp()
    RETURNING claimed_until::text AS claim`.execute(db);
  if (!rows[0]) throw new MoveLost();
  move.claim = rows[0].claim;
}

/** Lets any ingester take the next step, after `restMs`. */
export async function releaseMove(db: Db, move: ClaimedMove, restMs = 0): Promise<void> {
  await sql`
    UPDATE shard_moves SET claimed_until = now(),
      not_before = greatest(not_before, now() + ${restMs} * interval '1 millisecond')
    WHERE ${isMine(move)}`.execute(db);
}

/** @throws when another ingester has the move. */
export async function notePositions(db: Db, move: ClaimedMove, positions: MovePositions): Promise<void> {
  const { numAffectedRows } = await sql`
    UPDATE shard_moves SET positions = ${JSON.stringify(positions)}::jsonb WHERE ${isMine(move)}`.execute(db);
  if (numAffectedRows !== 1n) throw new MoveLost();
}

export type NextState = {
  state: Exclude<ShardMovesTable['state'], 'planned'>;
  /** The shards in the workspace's row from now on. */
  shards?: { shard: number; other: number | null };
  /** Rows are copied or removed from now on: only while neither shard has a compaction to do or lacks visits. */
  movesRows?: boolean;
  /** How long the move rests before its next step, ms. */
  restMs?: number;
};

/** Resolves with false when a shard has a compaction to do, or lacks visits. @throws when another has the move. */
export async function changeMove(db: Db, move: ClaimedMove, next: NextState): Promise<boolean> {
  const { workspaceId } = move;
  return db.transaction().execute(async (transaction) => {
    await lockRowsOfShards(transaction);
    if (next.movesRows) {
      const open = await sql`
        SELECT FROM compactions WHERE state <> 'settled' AND shard IN (${move.from}, ${move.to})
        UNION ALL SELECT FROM missed_ranges WHERE shard IN (${move.from}, ${move.to})`.execute(transaction);
      if (open.rows.length > 0) return false;
    }
    const { numAffectedRows } = await sql`
      UPDATE shard_moves SET state = ${next.state}, positions = NULL, changed_at = now(), claimed_until = now(),
        not_before = now() + ${next.restMs ?? 0} * interval '1 millisecond'
      WHERE ${isMine(move)} AND claimed_until > now()`.execute(transaction);
    if (numAffectedRows !== 1n) throw new MoveLost();
    if (next.shards) {
      const { shard, other } = next.shards;
      await lockShardOf(transaction, workspaceId);
      await sql`UPDATE workspaces SET shard = ${shard}, other_shard = ${other} WHERE id = ${workspaceId}`.execute(
        transaction,
      );
    }
    return true;
  });
}

// Records the compactions of a round, and begins a shard's next one.

import { lockRowsOfShards, type Db } from '@kurz/database';
import { sql } from 'kysely';
import type { Positions } from './compaction';

type Round = {
  days: readonly string[];
  positions: Positions;
  /** How many shards this process knows; other recorded shards get a compaction too. */
  shards: number;
  /** Shards that begin at once. Nothing is recorded while one of them has another compaction to do. */
  ready: readonly number[];
};

/** Whether the round is recorded. */
export async function openRound(db: Db, { days, positions, shards, ready }: Round): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await lockRowsOfShards(transaction);
    const { numAffectedRows } = await sql`
      WITH round AS MATERIALIZED (SELECT nextval(pg_get_serial_sequence('compactions', 'generation')) AS number)
      INSERT INTO compactions (shard, round, days, positions, state, write_before)
      SELECT shard, round.number, ${[...days]}::date[], ${JSON.stringify(positions)}::jsonb, 'awaited', now()
      FROM round, click_shards, generate_series(0, greatest(click_shards.shards, ${shards}::integer) - 1) AS shard
      WHERE NOT EXISTS (
        SELECT FROM compactions WHERE state <> 'settled' AND shard = ANY (${[...ready]}::smallint[])
      )`.execute(transaction);
    if (!numAffectedRows) return false;
    for (const shard of ready) await beginAwaited(transaction, shard);
    return true;
  });
}

/**
 * Begins the shard's next compaction: when it has all that is to be replaced, and no rows are copied to it or removed
 * from it. Says whether it did.
 */
async function beginAwaited(transaction: Db, shard: number): Promise<boolean> {
  const { numAffectedRows } = await sql`
    UPDATE compactions AS next
    SET generation = DEFAULT, state = 'planned', planned_at = now(), write_before = now(), claimed_until = now()
    WHERE generation = (
        SELECT generation FROM compactions WHERE shard = ${shard} AND state = 'awaited' ORDER BY round LIMIT 1
      )
      AND NOT EXISTS (SELECT FROM compactions WHERE shard = ${shard} AND state IN ('planned', 'written'))
      AND NOT EXISTS (
        SELECT FROM shard_moves
        WHERE (state = 'copying' AND ${shard} IN (from_shard, to_shard))
          OR (state = 'removing' AND ${shard} = from_shard)
      )
      AND NOT EXISTS (
        SELECT FROM missed_ranges
        WHERE shard = ${shard} AND (next.positions ->> stream_partition::text)::bigint > filled
      )`.execute(transaction);
  return numAffectedRows === 1n;
}

/** `open`: it has one already, which may be another ingester's. `behind`: it lacks visits, or rows are moved. */
export type NextCompaction = 'begun' | 'open' | 'behind' | 'none';

export async function beginNext(db: Db, shard: number): Promise<NextCompaction> {
  const { rows } = await sql<{ isOpen: boolean }>`
    SELECT state <> 'awaited' AS "isOpen" FROM compactions WHERE state <> 'settled' AND shard = ${shard}`.execute(
    db,
  );
  if (rows.length === 0) return 'none';
  if (rows.some(({ isOpen }) => isOpen)) return 'open';
  return db.transaction().execute(async (transaction) => {
    await lockRowsOfShards(transaction);
    return (await beginAwaited(transaction, shard)) ? 'begun' : 'behind';
  });
}

/** How far each partition is committed: batches before are never written again, except those that a shard missed. */
export async function findCommittedPositions(db: Db): Promise<Positions> {
  const rows = await db.selectFrom('stream_progress').select(['stream_partition', 'position']).execute();
  return Object.fromEntries(rows.map((row) => [String(row.stream_partition), row.position]));
}

/**
 * Numbers below this compaction's attempt by which other shards write this round or a later one. Their rows are on this
 * shard only where they have moved in since it settled the round: no process, however late, may take them for its own.
 */
export async function findOthersAttempts(db: Db, generation: number): Promise<number[]> {
  const { rows } = await sql<{ numbers: number[] }>`
    SELECT array_remove(ARRAY[other.generation, other.attempt], NULL) AS numbers
    FROM compactions AS mine JOIN compactions AS other ON other.shard <> mine.shard AND other.round >= mine.round
    WHERE mine.generation = ${generation} AND other.state <> 'awaited'`.execute(db);
  return rows.flatMap(({ numbers }) => numbers);
}

/** A settled compaction of a day. */
export type EarlierCompaction = { attempt: number; positions: Positions };

/**
 * The settled compactions of each of these days, the last round first; a day that never was compacted is left out. They
 * are of all shards, because moved rows are of an attempt of the shard where they were.
 */
export async function findEarlierCompactions(
  db: Db,
  days: readonly string[],
): Promise<ReadonlyMap<string, readonly EarlierCompaction[]>> {
  const { rows } = await sql<{ compacted: string; earlier: EarlierCompaction[] }>`
    SELECT to_char(day, 'YYYY-MM-DD') AS compacted,
      json_agg(json_build_object('attempt', attempt, 'positions', positions) ORDER BY round DESC) AS earlier
    FROM compactions CROSS JOIN unnest(days) AS day
    WHERE state = 'settled' AND days && ${[...days]}::date[] AND day = ANY (${[...days]}::date[])
    GROUP BY day`.execute(db);
  return new Map(rows.map(({ compacted, earlier }) => [compacted, earlier]));
}

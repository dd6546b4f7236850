// The ranges that shards missed, in Postgres. missed-range.ts has the rules.

import { lockRowsOfShards, type Db } from '@kurz/database';
import { sql } from 'kysely';
import { cancelMoves } from './cancel-moves';
import type { MissedRange } from './missed-range';

/** The ranges of a partition, by shard, oldest first. */
export async function findMissedRanges(db: Db, partition: number): Promise<MissedRange[]> {
  return db
    .selectFrom('missed_ranges')
    .select([
      'shard',
      'stream_partition as partition',
      'from_position as from',
      'to_position as to',
      'is_whole as isWhole',
      'filled',
      'filling_to as fillingTo',
    ])
    .where('stream_partition', '=', partition)
    .orderBy('shard')
    .orderBy('from_position')
    .execute();
}

/** For each shard and each partition in which it lacks rows: the shard has all rows before `filled`. */
export async function findFilled(db: Db): Promise<Pick<MissedRange, 'shard' | 'partition' | 'filled'>[]> {
  return db
    .selectFrom('missed_ranges')
    .select((of) => ['shard', 'stream_partition as partition', of.fn.min('filled').as('filled')])
    .groupBy(['shard', 'stream_partition'])
    .execute();
}

/** Shards that lack rows right before a position, or at it. */
export async function findBehind(db: Db, partition: number, position: number): Promise<number[]> {
  const rows = await db
    .selectFrom('missed_ranges')
    .select('shard')
    .distinct()
    .where('stream_partition', '=', partition)
    .where('to_position', '>=', position)
    .where('from_position', '<=', position)
    .execute();
  return rows.map(({ shard }) => shard);
}

/** A batch that skips a shard. `isTouched`: the shard may have rows of it. */
export type MissedBatch = { shard: number; partition: number; from: number; to: number; isTouched: boolean };

/**
 * Resolves with the workspaces whose moves from or to the shard are cancelled.
 * @throws when another process has committed the batch.
 */
export async function noteMissed(db: Db, missed: MissedBatch): Promise<string[]> {
  const { shard, partition, from, to, isTouched } = missed;
  return db.transaction().execute(async (transaction) => {
    await lockRowsOfShards(transaction);
    const { rows } = await sql`
      SELECT FROM stream_progress WHERE stream_partition = ${partition} AND position > ${from}`.execute(
      transaction,
    );
    if (rows.length > 0) throw new Error(`the batch of partition ${partition} at ${from} is committed`);
    const cancelled = await cancelMoves(transaction, shard);
    await sql`
      WITH mine AS (
        SELECT from_position, to_position, is_whole FROM missed_ranges
        WHERE shard = ${shard} AND stream_partition = ${partition}
      ), covering AS (
        SELECT FROM mine WHERE from_position <= ${from} AND to_position >= ${to}
      ), extended AS (
        UPDATE missed_ranges SET to_position = ${to}
        WHERE shard = ${shard} AND stream_partition = ${partition} AND to_position = ${from}
          AND NOT is_whole AND NOT ${isTouched} AND NOT EXISTS (SELECT FROM covering)
        RETURNING to_position
      )
      INSERT INTO missed_ranges
        (shard, stream_partition, from_position, to_position, is_whole, filled, consolidated_until)
      SELECT ${shard}, ${partition}, ${from}, ${to}, ${isTouched}, ${from}, coalesce(
        (SELECT consolidated_until FROM stream_progress WHERE stream_partition = ${partition}), 'epoch')
      WHERE NOT EXISTS (SELECT FROM covering) AND NOT EXISTS (SELECT FROM extended)`.execute(transaction);
    return cancelled;
  });
}

const isAt = ({ shard, partition, from, filled }: MissedRange) =>
  sql<boolean>`shard = ${shard} AND stream_partition = ${partition} AND from_position = ${from} AND filled = ${filled}`;

class RangeLost extends Error {
  constructor({ shard, partition }: MissedRange) {
    super(`another process fills partition ${partition} of shard ${shard + 1}`);
  }
}

/** Called before a row is written. @throws when another process fills the range. */
export async function beginFill(db: Db, range: MissedRange, to: number): Promise<void> {
  const { numAffectedRows } = await sql`
    UPDATE missed_ranges SET filling_to = ${to}
    WHERE ${isAt(range)} AND (filling_to IS NULL OR filling_to = ${to})`.execute(db);
  if (numAffectedRows !== 1n) throw new RangeLost(range);
}

/** Called when all rows are written. @throws when another process fills the range. */
export async function endFill(db: Db, range: MissedRange, to: number): Promise<void> {
  const { numAffectedRows } = await sql`
    UPDATE missed_ranges SET filled = ${to}, filling_to = NULL
    WHERE ${isAt(range)} AND filling_to = ${to}`.execute(db);
  if (numAffectedRows !== 1n) throw new RangeLost(range);
}

/** Resolves with false when the range was extended meanwhile. */
export async function removeFilled(db: Db, range: MissedRange): Promise<boolean> {
  const { numAffectedRows } = await sql`
    DELETE FROM missed_ranges WHERE ${isAt(range)} AND to_position = filled`.execute(db);
  return numAffectedRows === 1n;
}

/**
 * For counting that begins again at a position: visits after it are not missed any more, and the stream no longer holds
 * visits before `begin`.
 */
export async function forgetMissed(
  db: Db,
  partition: number,
  { position, begin }: { position: number; begin: number },
): Promise<void> {
  await db
    .deleteFrom('missed_ranges')
    .where('stream_partition', '=', partition)
    .where((of) => of.or([of('to_position', '>', position), of('filled', '<', begin)]))
    .execute();
}

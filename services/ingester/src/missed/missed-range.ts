// A shard of ClickHouse that is away does not stop the count of the others. After some time batches skip it.
// What it misses is noted in Postgres before the batch is committed, and written when it answers again: a backfill.
//
//   noted     the range [from, to) of a partition, for one shard; batches that follow extend it
//   filling   the end of a batch of it is recorded, its rows are written, `filled` moves; batch after batch
//   gone      when `filled` is at its end
//
// - A backfill cuts the range into batches of its own, so the shard must have no row of batches that skipped it.
//   A batch that it may have in part (sent before it failed, or by a process that was killed) is a range of its own,
//   `isWhole`. It is written as the same batch again, whose rows replace themselves.
// - A backfill ends at the position that is published: a batch after it may still be formed again, and noted again.
// - Readers of the shard take rows before `filled`, and `consolidated_until` as it was when the range was noted.
// - A workspace that moves from or to the shard is not copied any more when it is noted (cancelMoves). While a shard
//   misses something, no move from or to it begins. Otherwise a copy would lack rows, or bring rows to be written
//   again.

export type MissedRange = {
  shard: number;
  partition: number;
  from: number;
  to: number;
  isWhole: boolean;
  /** The shard has all rows before this position. */
  filled: number;
  /** The batch from `filled` to here is being written. */
  fillingTo: number | null;
};

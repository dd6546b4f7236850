// A compaction replaces the many rows of closed days (one for each batch) by one for each key, on one shard. A round is
// the same compaction of all shards: the same days and positions. Each shard takes its rounds in their order and at its
// own pace, so rows mean the same on two shards that have settled their rounds. The states of a shard's compaction, in
// Postgres:
//
//   awaited   its shard has not begun it, as it is away or lacks visits
//   planned   its rows may be written; readers count the rows that they replace instead
//   written   all of its rows are there; readers count them instead of the replaced ones
//   settled   the replaced rows are gone; readers need not know of it
//
// Each change waits until no process can act on the state before. A reader counts by the state it read for a moment,
// and a frozen writer may resume. So rows are written `graceMs` after planning and before `write_before` (ClickHouse
// itself refuses later). What they replace is removed only when the last writer's time is over and `graceMs` more.
// Every step may be cut off anywhere and done again. A repeated write is an attempt with another `plan_from`; only the
// rows of the attempt that ended are counted. So a compacted row is never there twice, and reading compacted rows alone
// needs no FINAL.
//
// A shard that was restored from a backup goes back to the state in which that has it, by the operator's statements
// (docs/operating.md), and does its rounds since then again.

import type { ClickHouses } from '@kurz/click-tables';
import type { Db } from '@kurz/database';
import type { Clock, Log } from '@kurz/process';

export type Positions = Readonly<Record<string, number>>;

export type Compaction = {
  /**
   * A new one is given when it begins. Rows of its attempts have no lower `plan_from`, those of earlier ones no higher.
   */
  generation: number;
  /** The `plan_from` of the rows that its latest attempt writes or wrote; null before the first. */
  attempt: number | null;
  /** `YYYY-MM-DD` */
  days: readonly string[];
  /** By stream partition: rows of batches before these are replaced. */
  positions: Positions;
  state: 'planned' | 'written';
  /** Whether its next step may be taken now. */
  isRipe: boolean;
  plannedAt: Date;
};

export type CompactionDeps = {
  clickHouses: ClickHouses;
  db: Db;
  clock: Clock;
  log: Log;
};

export type CompactionSettings = {
  /** Longer than any reader uses the state that it has read from Postgres, and than clocks differ, ms. */
  graceMs: number;
  /** How late a statement that writes rows may begin after its writer was found to be the one, ms. */
  writeWithinMs: number;
  /** Longest that one statement may write, ms. */
  writeMs: number;
  /** A day with fewer rows is read fast enough as it is. */
  minRows: number;
  /** A link with so many rows in a day is slow to read, however few the other links have. */
  busyLinkRows: number;
  maxDays: number;
};

export const COMPACTION_SETTINGS: CompactionSettings = {
  graceMs: 60_000,
  writeWithinMs: 600_000,
  writeMs: 300_000,
  minRows: 1_000,
  busyLinkRows: 250,
  maxDays: 31,
};

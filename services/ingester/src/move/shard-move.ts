// A move brings a workspace's rows from one shard to another while visits come. Its states, in Postgres:
//
//   planned    nothing is done
//   copying    batches are written to both shards; readers take the old one; older rows are copied
//   switched   readers take the new one; batches are still written to both, for readers of the old one
//   removing   batches are written to the new one alone; the rows are removed from the old one
//   done
//
// A shard that is away stops no batch: a move from or to it goes back from `copying`, or from `switched` when its new
// shard is away, to `planned`. An hour later it begins again. When the old shard of a `switched` move is away, batches
// go only to the new one from then on.
//
// A batch asks which shards a workspace has after its intent is recorded. So every batch that begins at or after the
// positions that are read from Kafka after a change of the workspace's row knows the change. The rows of batches before
// these positions are copied, when all of those batches are committed; later batches are written to both shards. Rows
// have the same keys on both shards, so a copy that is cut off is made again. Its compacted rows are removed first,
// because they are read without FINAL. No compaction of either shard is open while rows are copied or removed, and each
// shard has done the compactions of the other.
//
// The new shard may count more of a day than the old one when PostgreSQL was restored to a moment before the move: the
// rows are there and nowhere else. Nothing is copied or removed then.

import type { ClickShards } from '@kurz/click-tables';
import type { StreamOffsets } from '@kurz/click-stream';
import { SHARD_REST_MS, type Db, type ShardMovesTable } from '@kurz/database';
import type { Log } from '@kurz/process';

/** By stream partition. */
export type MovePositions = Readonly<Record<string, number>>;

export type ShardMove = {
  workspaceId: string;
  from: number;
  to: number;
  state: Exclude<ShardMovesTable['state'], 'done'>;
  positions: MovePositions | null;
  changedAt: Date;
};

export type MoverDeps = {
  shards: ClickShards;
  offsets: Pick<StreamOffsets, 'committed' | 'ranges'>;
  db: Db;
  log: Log;
};

export type MoverSettings = {
  /** Longer than any reader chooses a shard by what it has read from Postgres, ms. */
  graceMs: number;
  /** How long one ingester works on a move alone, ms; renewed as it goes on. */
  claimMs: number;
  /** As SHARD_REST_MS. */
  restMs: number;
};

export const MOVER_SETTINGS: MoverSettings = { graceMs: 60_000, claimMs: 300_000, restMs: SHARD_REST_MS };

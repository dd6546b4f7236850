// The tables that count visits or say how far counting is, as kysely sees them.

import type { ColumnType, Generated } from 'kysely';
import type { Json, NullableTimestamp, Timestamp } from './column-types';

export type LinkHitsTable = {
  link_id: string;
  hits: number;
};

export type ErasuresTable = {
  link_id: string;
  workspace_id: string;
  deleted_at: Timestamp;
  passed_by: Json<Record<string, number>>;
  cleared_shards: Generated<number[]>;
  closed_at: NullableTimestamp;
};

export type HitPositionsTable = {
  stream_partition: number;
  position: number;
};

/**
 * `consolidated_until` of a finished partition. A plain date and not PostgreSQL's infinity, which is no Date in
 * JavaScript.
 */
export const NOTHING_AWAITED = '9999-12-31T00:00:00Z';

export type StreamProgressTable = {
  stream_partition: number;
  position: number;
  consolidated_until: ColumnType<Date, Date | string, Date | string>;
  updated_at: Timestamp;
  is_free: Generated<boolean>;
};

export type CompactionsTable = {
  generation: Generated<number>;
  shard: Generated<number>;
  /** The same for each shard's row of the same days and positions. */
  round: Generated<number>;
  /** Postgres' own text of an array of dates going in, `{2026-01-01,…}`; read it as JSON. */
  days: string;
  positions: Json<Record<string, number>>;
  state: 'awaited' | 'planned' | 'written' | 'settled';
  /** Null until its rows are written. */
  attempt: number | null;
  planned_at: Timestamp;
  write_before: ColumnType<Date, Date | string, Date | string>;
  written_at: NullableTimestamp;
  settled_at: NullableTimestamp;
  claimed_until: Timestamp;
};

export type ClickShardsTable = {
  is_only: Generated<boolean>;
  shards: number;
};

export type ShardMovesTable = {
  workspace_id: string;
  from_shard: number;
  to_shard: number;
  state: 'planned' | 'copying' | 'switched' | 'removing' | 'done';
  positions: Json<Record<string, number>>;
  changed_at: Timestamp;
  not_before: Timestamp;
  claimed_until: Timestamp;
};

export type MissedRangesTable = {
  shard: number;
  stream_partition: number;
  from_position: number;
  to_position: number;
  is_whole: boolean;
  filled: number;
  filling_to: number | null;
  consolidated_until: ColumnType<Date, Date | string, Date | string>;
  opened_at: Timestamp;
};

export type VisitImportsTable = {
  id: Generated<number>;
  /** Null: the visits of links that moved in with the import `import_id`. */
  zone_id: string | null;
  import_id: ColumnType<string | null, string | null | undefined, string | null>;
  fingerprint: Buffer;
  bytes: number;
  lines: number;
  counted: Buffer;
  ancestors: number[];
  shift_days: number;
  journal_end: number;
  to_ship: Generated<boolean>;
  created_at: Timestamp;
};

export type CountingTables = {
  link_hits: LinkHitsTable;
  erasures: ErasuresTable;
  hit_positions: HitPositionsTable;
  stream_progress: StreamProgressTable;
  compactions: CompactionsTable;
  click_shards: ClickShardsTable;
  shard_moves: ShardMovesTable;
  missed_ranges: MissedRangesTable;
  visit_imports: VisitImportsTable;
};

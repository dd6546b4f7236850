// Rows of the ClickHouse tables as the client sends and returns them.

import type { StoredDimension } from '@kurz/click-event';

/** Which plan of which stream partition wrote a row: part of every key. */
export type RowOrigin = { stream_partition: number; plan_from: number };

export type HourlyRow = RowOrigin & {
  workspace_id: string;
  link_id: string;
  /** Top of the hour, `YYYY-MM-DD HH:00:00`, UTC. */
  hour: string;
  requests: number;
  bots: number;
  qr: number;
};

export type DailyRow = RowOrigin & {
  workspace_id: string;
  link_id: string;
  /** `YYYY-MM-DD`, UTC. */
  day: string;
  requests: number;
  bots: number;
  qr: number;
};

export type DailyByRow = RowOrigin & {
  workspace_id: string;
  link_id: string;
  day: string;
  dimension: StoredDimension;
  key: string;
  humans: number;
};

/** The stream partition of rows that a compaction wrote; no stream has so many. Their plan_from is its attempt. */
export const COMPACTED_PARTITION = 2 ** 32 - 1;

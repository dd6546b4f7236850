// Publishes how far ClickHouse holds the stream, in a table of Postgres from which stats read it. Best effort with
// endless retry: a row that lags hides fresh counts for a moment and never shows half an intent.

import { type Clock, type Log } from '@kurz/process';
import { retry, within } from '@kurz/resilience';
import { NOTHING_AWAITED, type Db } from '@kurz/database';
import { sql } from 'kysely';

/** `until`: the time before which every visit is consolidated, ms. */
type ProgressRow = { partition: number; position: number; until: number };

/** Neither figure ever goes back, whichever process writes last. */
async function saveProgress(db: Db, rows: readonly ProgressRow[]): Promise<void> {
  await sql`
    INSERT INTO stream_progress AS known (stream_partition, position, consolidated_until, updated_at)
    SELECT r.partition, r.position, r.until, now()
    FROM unnest(
      ${rows.map((row) => row.partition)}::integer[],
      ${rows.map((row) => row.position)}::bigint[],
      ${rows.map((row) => new Date(row.until).toISOString())}::timestamptz[]
    ) AS r (partition, position, until)
    ON CONFLICT (stream_partition) DO UPDATE SET
      position = greatest(known.position, excluded.position),
      consolidated_until = greatest(known.consolidated_until, excluded.consolidated_until),
      updated_at = now()`.execute(db);
}

export type Progress = {
  /** All before `position` is in ClickHouse; `newest` is the time of the last visit before it, when one is known. */
  moved: (partition: number, position: number, newest?: number) => void;
  /** Every visit before the time `until` lies before `position`. */
  reached: (partition: number, position: number, until: number) => void;
  /** Nothing was written after `position` until `now`. */
  idle: (partition: number, position: number, now: number) => void;
  /** A complete partition is in ClickHouse up to its end: nothing of it is awaited any more. */
  finished: (partition: number, position: number) => void;
  /** The position that Postgres has from this process. */
  published: (partition: number) => number | undefined;
  /** Whether Postgres knows that the partition is finished. */
  isFinished: (partition: number) => boolean;
};

const TIMEOUT_MS = 3_000;
const RETRY = { minMs: 200, maxMs: 5_000 };
/** ms since the epoch. */
const NEVER_AWAITED = Date.parse(NOTHING_AWAITED);

type Deps = {
  db: Db;
  clock: Clock;
  log: Log;
  signal: AbortSignal;
  /** While an import is under way no window is final: its visits may be of any day. */
  isComplete: (partition: number) => boolean;
};

/**
 * How much older than the newest visit of this process's journal a later visit may be, ms. A visit is stamped
 * before it is written, and lines of one moment may be written in another order.
 */
const MARGIN_MS = 1_000;

export function makeProgress(deps: Deps): Progress {
  const { db, clock, log, signal, isComplete } = deps;
  const waiting = new Map<number, ProgressRow>();
  const published = new Map<number, ProgressRow>();
  let isFlushing = false;

  const save = async () => {
    const rows = [...waiting.values()].sort((a, b) => a.partition - b.partition);
    if (rows.length === 0) return;
    await within(TIMEOUT_MS, saveProgress(db, rows));
    for (const row of rows) {
      published.set(row.partition, row);
      if (waiting.get(row.partition) === row) waiting.delete(row.partition);
    }
  };
  const onRetry = (error: unknown, attempt: number) => {
    if (attempt === 1) log.warn({ event: 'progress_not_published', reason: String(error) });
  };
  const flush = async () => {
    if (isFlushing) return;
    isFlushing = true;
    try {
      while (waiting.size > 0 && !signal.aborted) await retry(save, { ...RETRY, signal, onRetry });
    } catch {
      // only the signal ends the retry
    } finally {
      isFlushing = false;
    }
  };
  const publish = (partition: number, position: number, until: number) => {
    const before = waiting.get(partition) ?? published.get(partition);
    waiting.set(partition, { partition, position, until: Math.max(until, before?.until ?? 0) });
    void flush();
  };

  return {
    moved: (partition, position, newest) => {
      const isKnown = newest !== undefined && !isComplete(partition);
      publish(partition, position, isKnown ? Math.max(0, Math.min(newest, clock.now()) - MARGIN_MS) : 0);
    },
    reached: (partition, position, until) => publish(partition, position, Math.max(0, until)),
    idle: (partition, position, now) => publish(partition, position, Math.max(0, now - MARGIN_MS)),
    finished: (partition, position) => publish(partition, position, NEVER_AWAITED),
    published: (partition) => published.get(partition)?.position,
    isFinished: (partition) => published.get(partition)?.until === NEVER_AWAITED,
  };
}

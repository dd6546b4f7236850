// Erasing beside other processes: every process reads the open erasures, and reopens closed ones whose visits it may
// have counted; the holder of the lock does the work.

import { setIdleLimit, type Db } from '@kurz/database';
import { sql } from 'kysely';
import type { IngesterMetrics } from '../metrics/ingester-metrics';
import type { ErasedLinks } from './erased-links';
import { findOpenErasures, oldestOf } from './open-erasures';

const ERASER_LOCK = 0x6b7572_65;
/** A process that is frozen at work loses the lock after this, so the work must be safe to do twice. */
const MAX_IDLE_MS = 60_000;
/** Statements in that time from a process that is not frozen. */
const BEATS = 6;

/** Sends a statement in the transaction every `everyMs`, for as long as the work takes. */
async function keepingAwake(trx: Db, everyMs: number, work: () => Promise<void>): Promise<void> {
  let isPinging = false;
  const ping = async () => {
    isPinging = true;
    // when the lock is lost, the commit fails
    await sql`SELECT 1`.execute(trx).catch(() => undefined);
    isPinging = false;
  };
  const timer = setInterval(() => isPinging || void ping(), everyMs);
  try {
    await work();
  } finally {
    clearInterval(timer);
  }
}

/**
 * Works in the one process that gets PostgreSQL's advisory lock; the others do nothing. The lock belongs to the
 * transaction and ends with it, whatever happens to the process. Resolves with whether this process got the lock.
 */
async function withAdvisoryLock(
  db: Db,
  { key, maxIdleMs }: { key: number; maxIdleMs: number },
  work: () => Promise<void>,
): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    await setIdleLimit(trx, maxIdleMs);
    const { rows } = await sql<{ is_mine: boolean }>`
      SELECT pg_try_advisory_xact_lock(${key}::bigint) AS is_mine`.execute(trx);
    if (rows[0]?.is_mine !== true) return false;
    await keepingAwake(trx, maxIdleMs / BEATS, work);
    return true;
  });
}

type Deps = {
  db: Db;
  erased: ErasedLinks;
  metrics: IngesterMetrics;
  /** How many ClickHouse shards there are. */
  shards: number;
  /** The function that `makeEraser` returns. */
  erase: () => Promise<void>;
};

/** The returned function makes one round. It throws while a store is away. */
export function makeEraseUnderLock(
  { db, erased, metrics, shards, erase }: Deps,
  { maxIdleMs = MAX_IDLE_MS }: { maxIdleMs?: number } = {},
): () => Promise<void> {
  const lock = { key: ERASER_LOCK, maxIdleMs };
  return async () => {
    await erased.reopenUnchecked();
    const open = await findOpenErasures(db, shards);
    erased.note(open.map((link) => link.linkId));
    metrics.oldestErasure(oldestOf(open));
    const isMine = open.length > 0 && (await withAdvisoryLock(db, lock, erase));
    // the process that erases reports their number
    if (!isMine) metrics.openErasures(0);
  };
}

// Sends long reads to a replica of PostgreSQL when it holds all that the primary had when the read began. So a read
// shows each write that was answered before it, by whichever API.
//
// Positions compare only within one timeline. After a failover a replica may be further on the timeline of the former
// primary than the new primary is on its own. A replica that follows the new primary shows the new timeline with its
// next restart point, minutes later.

import type { Db } from '@kurz/database';
import { hasErrorCode, type Log, type Metrics } from '@kurz/process';
import { makeCircuitBreaker, within } from '@kurz/resilience';
import { sql } from 'kysely';
import { setTimeout as sleep } from 'node:timers/promises';
import { isStoreSilent } from '../errors/is-store-away';

/** `read` may run a second time, and has no effect but its result. */
export type ReadFresh = <T>(read: (db: Db) => Promise<T>) => Promise<T>;

export type FreshReads = {
  readFresh: ReadFresh;
  /** Stops watching the replica. The databases belong to the caller. */
  close: () => void;
};

/** Reads on the primary, for a setup without a replica. */
export const readOnPrimary =
  (db: Db): ReadFresh =>
  (read) =>
    read(db);

/** A streaming replica lags by some ms. A replica that lags for longer is passed over. */
const MAX_LAG_MS = 50;
const POLL_MS = 5;
const ANSWER_MS = 500;
const BREAKER = { store: 'postgres_replica', failures: 3, probeEveryMs: 1_000 };

/** The error code of a read that the replica ended so that it could go on following. */
const IN_CONFLICT = '40001';

type WalPosition = { position: string; timeline: string };
const NOWHERE: WalPosition = { position: '0/0', timeline: '' };

type Deps = { primary: Db; replica: Db; log: Log; metrics: Metrics };

export function makeFreshReads({ primary, replica, log, metrics }: Deps): FreshReads {
  const reads = metrics.counter('api_long_reads', 'Long reads of PostgreSQL, by where they ran.', ['server']);

  /** The inserted position, not only the flushed one: an operator may have commits answered without a flush. */
  const walPositionOfPrimary = async (): Promise<WalPosition> => {
    // the name of a WAL file begins with its timeline
    const { rows } = await sql<WalPosition>`
      SELECT pg_current_wal_insert_lsn()::text AS position,
             left(pg_walfile_name(pg_current_wal_insert_lsn()), 8) AS timeline`.execute(primary);
    return rows[0] ?? NOWHERE;
  };

  /** `late`: the replica may still come to hold it. */
  const stateAt = async ({ position, timeline }: WalPosition): Promise<'holds' | 'late' | 'apart'> => {
    // null on a server that was never a replica
    const { rows } = await sql<{ holds: boolean | null; timeline: string }>`
      SELECT pg_last_wal_replay_lsn() >= ${position}::pg_lsn AS holds,
             lpad(upper(to_hex(timeline_id)), 8, '0') AS timeline FROM pg_control_checkpoint()`.execute(
      replica,
    );
    const [found] = rows;
    if (found?.timeline !== timeline) return 'apart';
    return found.holds ? 'holds' : 'late';
  };

  const breaker = makeCircuitBreaker(
    { log },
    { ...BREAKER, probe: () => within(ANSWER_MS, stateAt(NOWHERE)) },
  );

  async function isFresh(): Promise<boolean> {
    if (breaker.isOpen()) return false;
    const walPosition = await walPositionOfPrimary();
    for (const end = performance.now() + MAX_LAG_MS; ; await sleep(POLL_MS)) {
      const polled = await breaker.attempt(() => within(ANSWER_MS, stateAt(walPosition)));
      if (polled.kind !== 'done' || polled.value === 'apart') return false;
      if (polled.value === 'holds') return true;
      if (performance.now() >= end) return false;
    }
  }

  const readFresh: ReadFresh = async (read) => {
    if (await isFresh()) {
      try {
        const found = await read(replica);
        reads.inc({ server: 'replica' });
        return found;
      } catch (error) {
        if (!isStoreSilent(error) && !hasErrorCode(error, IN_CONFLICT)) throw error;
        log.debug({ event: 'replica_read_failed', err: error });
      }
    }
    reads.inc({ server: 'primary' });
    return read(primary);
  };

  return { readFresh, close: breaker.close };
}

// Ships a journal without a writer to its end and removes it: an orphan, or the journal of `kurz journal drain <dir>`.

import path from 'node:path';
import { dropSegmentsBefore, journalBytesAfter, lockJournal, removeJournal } from '@kurz/click-journal';
import type { StreamClient } from '@kurz/click-stream';
import type { Log } from '@kurz/process';
import type { Throttle } from './make-throttle';
import { makeShipper, type Shipper } from './make-shipper';
import type { RefusedReason } from './starting-point';

export type DrainDeps = {
  kafka: StreamClient;
  log: Log;
  /** The same as the shipper's. */
  throttle?: Throttle;
  /** Gets the shipper before it runs: to read its state, and to close it. */
  onShipper?: (shipper: Shipper) => void;
};

export type DrainOutcome =
  | { kind: 'drained'; visits: number; damaged: number }
  /** A living process writes or ships it. */
  | { kind: 'held' }
  | { kind: 'gone' }
  /** Another shipper has taken it over, perhaps on another machine. */
  | { kind: 'taken' }
  | { kind: 'refused'; reason: RefusedReason }
  /** Closed before its end was reached, or it cannot be read. The rest can be drained again. */
  | { kind: 'unfinished'; error?: unknown };

/**
 * `directory`: one journal; its name is the journal's id. `refusedSince`: as the shipper's. Waits for Kafka until the
 * shipper is closed.
 */
export async function drainJournal(
  { kafka, log, throttle, onShipper }: DrainDeps,
  { directory, topic, refusedSince }: { directory: string; topic: string; refusedSince?: number },
): Promise<DrainOutcome> {
  const lock = await lockJournal(directory);
  if (lock.kind !== 'locked') return lock;
  try {
    const passed = (position: number) => dropSegmentsBefore(directory, position);
    const journal = path.basename(path.resolve(directory));
    const shipper = makeShipper(
      { kafka, log, throttle, passed },
      { directory, journal, topic, lingerMs: 0, isDrain: true, refusedSince },
    );
    onShipper?.(shipper);
    const end = await shipper.run();
    if (end.kind === 'closed' || end.kind === 'failed') return { ...end, kind: 'unfinished' };
    if (end.kind !== 'drained') return end;
    const { position = 0, shippedVisits, damagedLines } = shipper.state;
    // bytes after the last line of a journal without a writer are a line torn by a power cut
    const torn = (await journalBytesAfter(directory, position)) > 0 ? 1 : 0;
    if (torn > 0) log.warn({ event: 'journal_tail_torn', journal, runbook: 'Damaged lines in a journal' });
    await removeJournal(directory);
    log.info({ event: 'journal_drained', journal, visits: shippedVisits, damaged: damagedLines + torn });
    return { kind: 'drained', visits: shippedVisits, damaged: damagedLines + torn };
  } finally {
    lock.release();
  }
}

// Reports the writer's failures as metrics and as log lines that name the runbook's heading.

import type { Log, Metrics } from '@kurz/process';
import { DROP_REASONS, type DropReason } from './segments/drop-reason';

export type JournalReport = {
  /** Visits that were answered but will not be counted. */
  dropped: (reason: DropReason, visits: number, error?: unknown) => void;
  /** A group was written, which ends a period of dropping. */
  written: () => void;
  syncFailed: (error: unknown) => void;
  /** Lines after an earlier start's last whole line were cut off. */
  torn: (journal: string, lines: number) => void;
  /** A caller's callback threw. */
  callbackFailed: (error: unknown) => void;
};

/** A full disk drops visits at every turn of the event loop, or every other one; one line per interval is enough. */
const LOG_INTERVAL_MS = 10_000;

export function makeJournalReport(
  deps: { log: Log; metrics: Metrics },
  journalBytes: () => number,
): JournalReport {
  const { log, metrics } = deps;
  const droppedVisits = metrics.counter<'reason'>(
    'journal_dropped_visits',
    'Answered visits that could not be written to the journal and will not be counted.',
    ['reason'],
  );
  // an alert sees a counter rise, but not a new counter appear
  for (const reason of DROP_REASONS) droppedVisits.inc({ reason }, 0);
  const writeFailures = metrics.counter(
    'journal_write_failures',
    'Writes to the journal that the disk refused.',
  );
  const syncFailures = metrics.counter(
    'journal_sync_failures',
    'Calls of fdatasync on the journal that failed.',
  );
  metrics.gauge('journal_bytes', 'Bytes of all segments of the journal.', [], (gauge) =>
    gauge.set(journalBytes()),
  );

  // visits dropped since the last logged recovery, and the time of the first drop
  let droppedSince = 0;
  let droppingSince = 0;
  let isDroppingLogged = false;
  let nextLine = -Infinity;

  return {
    dropped: (reason, visits, error) => {
      droppedVisits.inc({ reason }, visits);
      if (error !== undefined) writeFailures.inc();
      const now = performance.now();
      if (droppedSince === 0) droppingSince = now;
      droppedSince += visits;
      if (now < nextLine) return;
      nextLine = now + LOG_INTERVAL_MS;
      isDroppingLogged = true;
      log.error({
        event: 'journal_dropping',
        reason,
        dropped: droppedSince,
        err: error,
        runbook: 'The journal drops visits',
      });
    },
    written: () => {
      if (droppedSince === 0) return;
      const now = performance.now();
      // the first write after the interval logs drops between two log lines; otherwise nothing would
      if (!isDroppingLogged && now < nextLine) return;
      log.warn({ event: 'journal_recovered', dropped: droppedSince, ms: Math.round(now - droppingSince) });
      if (!isDroppingLogged) nextLine = now + LOG_INTERVAL_MS;
      droppedSince = 0;
      isDroppingLogged = false;
    },
    syncFailed: (error) => {
      syncFailures.inc();
      log.error({ event: 'journal_sync_failed', err: error, runbook: 'The journal cannot be synced' });
    },
    torn: (journal, lines) =>
      log.warn({ event: 'journal_tail_torn', journal, lines, runbook: 'Damaged lines in a journal' }),
    callbackFailed: (error) => log.error({ event: 'journal_callback_failed', err: error }),
  };
}

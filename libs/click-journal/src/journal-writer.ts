// Appends lines, and calls back when a line is written, so that its answer may be released.

import { basename } from 'node:path';
import type { Log, Metrics } from '@kurz/process';
import { makeGroupCommit } from './group-commit';
import type { JournalWriter } from './journal';
import { makeJournalReport } from './journal-report';
import { makeJournalSync } from './journal-sync';
import { journalLimitsOf, type JournalWriterOptions } from './journal-writer-options';
import { makeSyncTimer } from './sync-timer';
import { openWriterSegments } from './segments/writer-segments';

/** Metrics accept each name once, so each `metrics` serves one writer. */
export type JournalWriterDeps = { log: Log; metrics: Metrics };

/**
 * Opens the journal for writing, after everything that an earlier start may have written. The caller ensures that the
 * directory has one writer at a time. @throws when the directory cannot be made or read, or an option is out of range.
 */
export async function openJournalWriter(
  options: JournalWriterOptions,
  deps: JournalWriterDeps,
): Promise<JournalWriter> {
  const limits = journalLimitsOf(options);
  const segments = await openWriterSegments(limits);
  const report = makeJournalReport(deps, segments.bytes);
  if (segments.tornLines > 0) report.torn(basename(limits.directory), segments.tornLines);
  const sync = makeJournalSync(segments, report.syncFailed);
  const timer = makeSyncTimer(sync, limits.fsyncIntervalMs);
  const isSyncedEachTurn = limits.fsyncIntervalMs === 0;

  const group = makeGroupCommit({
    write: segments.write,
    report,
    afterWrite: () => {
      if (!isSyncedEachTurn) return void timer.arm();
      // a failure has been reported; the answers go out nevertheless
      return sync().then(
        () => undefined,
        () => undefined,
      );
    },
  });
  // an earlier process may have been killed before it synced its last lines
  if (segments.unsynced().length > 0) timer.arm();

  const closeAll = async () => {
    group.close();
    timer.stop();
    try {
      await sync();
    } finally {
      segments.close();
    }
  };
  let closing: Promise<void> | undefined;

  return {
    append: group.append,
    sync,
    firstPosition: segments.firstPosition,
    end: segments.end,
    onWritten: group.onWritten,
    dropBefore: segments.dropBefore,
    close: () => (closing ??= closeAll()),
  };
}

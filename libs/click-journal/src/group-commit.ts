// Group commit: the payloads of one event-loop turn are written in a single write, and only then their answers are
// released, in order.

import type { DropReason } from './segments/drop-reason';
import { makeGroupBuffer } from './group-buffer';
import { LINE_FEED } from './segments/journal-line';
import type { JournalReport } from './journal-report';
import type { GroupOutcome } from './segments/writer-segments';

export type GroupCommitDeps = {
  write: (bytes: Buffer) => GroupOutcome;
  report: JournalReport;
  /** Called after each group. The group's answers wait for the returned promise, if any, which must not reject. */
  afterWrite: () => Promise<void> | undefined;
};

export type GroupCommit = {
  append: (payload: string, written: () => void) => void;
  onWritten: (listener: () => void) => () => void;
  /** Writes what is queued now; from then on every line is dropped as `closed`. */
  close: () => void;
};

function linesIn(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf(LINE_FEED); at !== -1; at = bytes.indexOf(LINE_FEED, at + 1)) lines++;
  return lines;
}

export function makeGroupCommit({ write, report, afterWrite }: GroupCommitDeps): GroupCommit {
  const encodeGroup = makeGroupBuffer();
  const listeners = new Set<() => void>();
  let payloads: string[] = [];
  let callbacks: (() => void)[] = [];
  let isClosed = false;

  const call = (callback: () => void) => {
    try {
      callback();
    } catch (error) {
      report.callbackFailed(error);
    }
  };

  const drop = (reason: DropReason, lines: number, error?: unknown) => {
    if (lines > 0) report.dropped(reason, lines, error);
  };

  /** Returns true when at least one line was written. */
  const put = (bytes: Buffer, lines: number): boolean => {
    const outcome = write(bytes);
    if (outcome.kind === 'written') {
      report.written();
      return true;
    }
    const kept = linesIn(bytes.subarray(0, outcome.kept));
    drop(outcome.reason, lines - kept, outcome.error);
    return kept > 0;
  };

  const release = (released: (() => void)[], hasWritten: boolean) => {
    released.forEach(call);
    if (hasWritten) listeners.forEach(call);
  };

  const writeGroup = (group: readonly string[]): boolean => {
    let hasWritten = false;
    for (let from = 0; from < group.length;) {
      const { bytes, lines, refused, next } = encodeGroup(group, from);
      drop('bad_payload', refused);
      if (lines > 0 && put(bytes, lines)) hasWritten = true;
      from = next;
    }
    return hasWritten;
  };

  const flush = () => {
    const group = payloads;
    const waiting = callbacks;
    if (group.length === 0) return;
    payloads = [];
    callbacks = [];
    if (isClosed) {
      drop('closed', group.length);
      release(waiting, false);
      return;
    }
    const hasWritten = writeGroup(group);
    const stored = afterWrite();
    if (stored) void stored.then(() => release(waiting, hasWritten));
    else release(waiting, hasWritten);
  };

  return {
    append: (payload, written) => {
      // setImmediate comes after the poll phase, in which all requests of this turn were read
      if (payloads.length === 0) setImmediate(flush);
      payloads.push(payload);
      callbacks.push(written);
    },
    onWritten: (listener) => {
      const own = () => listener();
      listeners.add(own);
      return () => void listeners.delete(own);
    },
    close: () => {
      flush();
      isClosed = true;
    },
  };
}

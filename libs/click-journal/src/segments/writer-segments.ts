// Writes each group's bytes into the newest segment, or into a new one when that is full or unsound. A new segment
// begins with a line, or when the newest one is old, so that old lines can be removed once they are consumed. An empty
// newest segment begins where the last line ended: its name alone holds that position for the next start.

import fs from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { beginSegment } from './begin-segment';
import { dropReasonOf, type DropReason } from './drop-reason';
import { POSITIONS_PER_SEGMENT, recoverSegments } from './recover-segments';
import { syncDirectory } from './sync-directory';
import { closeSegment, nameSegment, putAtEnd, removeSegment, type WriterSegment } from './writer-segment';

export type WriterSegmentsOptions = {
  directory: string;
  segmentBytes: number;
  maxBytes: number;
  /** How long one segment takes lines, ms. */
  rollAfterMs: number;
};

export type GroupOutcome =
  | { kind: 'written' }
  /** `kept`: bytes of whole lines at the front that were written. */
  | { kind: 'dropped'; reason: DropReason; kept: number; error?: unknown };

export type WriterSegments = {
  write: (bytes: Buffer) => GroupOutcome;
  /** Position of the first line of this start. */
  firstPosition: number;
  /** Position after the last line. */
  end: () => number;
  /** Bytes of all segments. */
  bytes: () => number;
  /** Lines that were cut off the end when the journal was opened. */
  tornLines: number;
  /** Segments with lines that a power cut could take, oldest first. */
  unsynced: () => WriterSegment[];
  /** Called with a segment that a sync has used: closes it if it is no longer written. */
  release: (segment: WriterSegment) => void;
  /** The segment that takes lines; undefined when the next line begins one. */
  current: () => WriterSegment | undefined;
  leaveCurrent: () => void;
  dropBefore: (position: number) => Promise<void>;
  close: () => void;
};

/** Makes the directory, and ensures that a power cut takes neither it nor a parent made with it. */
async function makeDirectory(directory: string): Promise<string> {
  const topmost = await mkdir(directory, { recursive: true, mode: 0o700 });
  if (topmost === undefined) return directory;
  for (let made = resolve(directory); ; made = dirname(made)) {
    syncDirectory(dirname(made));
    if (made === resolve(topmost)) return directory;
  }
}

/** Position after the last line. */
function endOf(segments: readonly WriterSegment[]): number {
  const lastFilled = segments.findLast((segment) => segment.size > 0);
  return lastFilled ? lastFilled.start + lastFilled.size : (segments.at(-1)?.start ?? 0);
}

/** Counts the bytes of `segments`, and removes segments that are no longer needed. */
function makeSegmentCount(segments: WriterSegment[]) {
  let total = segments.reduce((sum, segment) => sum + segment.size, 0);
  const forget = (segment: WriterSegment) => {
    const index = segments.indexOf(segment);
    if (index === -1) return;
    segments.splice(index, 1);
    total -= segment.size;
    closeSegment(segment);
  };
  return {
    bytes: () => total,
    grow: (bytes: number) => void (total += bytes),
    remove: async (segment: WriterSegment) => {
      await removeSegment(segment);
      forget(segment);
    },
    removeEmpty: (segment: WriterSegment) => {
      try {
        fs.rmSync(segment.path, { force: true });
        forget(segment);
      } catch {
        // it holds no line; the next start tries again
      }
    },
  };
}

/** The current segment rolls by age; one of an earlier start, or left after an error, rolls when it is consumed. */
function isToRoll(
  newest: WriterSegment | undefined,
  { position, current, rollAfterMs }: { position: number; current?: WriterSegment; rollAfterMs: number },
): boolean {
  if (!newest || newest.size === 0) return false;
  if (newest === current) return performance.now() - newest.begunAt >= rollAfterMs;
  return position >= newest.start + newest.size;
}

/** Removes segments up to the first that is not wholly consumed. */
async function removeOldest(
  segments: readonly WriterSegment[],
  isConsumed: (end: number) => boolean,
  remove: (segment: WriterSegment) => Promise<void>,
): Promise<void> {
  for (const segment of segments) {
    if (!isConsumed(segment.start + segment.size)) return;
    await remove(segment);
  }
}

/** @throws when the directory cannot be made or read; a later error of the disk is an outcome of `write`. */
export async function openWriterSegments(options: WriterSegmentsOptions): Promise<WriterSegments> {
  const { directory, segmentBytes, maxBytes, rollAfterMs } = options;
  const { segments, tornLines, ...recovered } = await recoverSegments(await makeDirectory(directory));
  let { nextStart } = recovered;
  const { bytes: total, grow, remove, removeEmpty } = makeSegmentCount(segments);
  let end = endOf(segments);
  // undefined before the first line of this start and after an error
  let current: (WriterSegment & { fd: number }) | undefined;

  const release = (segment: WriterSegment) => {
    if (segment === current) return;
    if (segment.syncedSize === segment.size || !segments.includes(segment)) closeSegment(segment);
  };

  const leaveCurrent = (startOfNext: number) => {
    nextStart = startOfNext;
    const left = current;
    current = undefined;
    if (left) release(left);
  };

  const begin = ({ isNamed } = { isNamed: true }) => {
    const segment = beginSegment(directory, nextStart, { isNamed });
    // the new segment's name holds the position now
    segments.filter(({ size }) => size === 0).forEach(removeEmpty);
    segments.push(segment);
    current = segment;
    return segment;
  };

  const segmentFor = (length: number) => {
    if (current && current.size > 0 && current.size + length > segmentBytes)
      leaveCurrent(current.start + current.size);
    return current ?? begin();
  };

  const write = (bytes: Buffer): GroupOutcome => {
    if (total() + bytes.length > maxBytes) return { kind: 'dropped', reason: 'disk_full', kept: 0 };
    try {
      const segment = segmentFor(bytes.length);
      const outcome = putAtEnd(segment, segment.fd, bytes);
      const kept = outcome.kind === 'put' ? bytes.length : outcome.kept;
      grow(kept);
      if (kept > 0) end = segment.start + segment.size;
      if (outcome.kind === 'put') return { kind: 'written' };
      // the error may be this file's alone (EFBIG, a bad block): the next group tries another file
      if (!outcome.isCut) leaveCurrent(segment.start + POSITIONS_PER_SEGMENT);
      else if (segment.size > 0) leaveCurrent(end);
      return { kind: 'dropped', reason: dropReasonOf(outcome.error), kept, error: outcome.error };
    } catch (error) {
      return { kind: 'dropped', reason: dropReasonOf(error), kept: 0, error };
    }
  };

  const rollIfDue = (position: number) => {
    if (!isToRoll(segments.at(-1), { position, current, rollAfterMs })) return;
    try {
      // a consumer beyond the end has seen lines that a power cut took: their positions are used
      if (current || position === end) leaveCurrent(end);
      // its name is synced later, so that answers do not wait for the disk
      end = begin({ isNamed: false }).start;
    } catch {
      // a full disk takes no new file: the older segments are removed nevertheless, and the next call tries again
    }
  };

  const dropBefore = async (position: number) => {
    rollIfDue(position);
    const newest = segments.at(-1);
    if (!newest) return;
    // never the newest one: its name holds the given-out positions for the next start
    await nameSegment(newest);
    const isEndReported = newest.size > 0 || newest.start === end;
    const isConsumed = (segmentEnd: number) =>
      segmentEnd <= position && (segmentEnd !== end || isEndReported);
    await removeOldest(segments.slice(0, segments.indexOf(newest)), isConsumed, remove);
  };

  return {
    write,
    firstPosition: recovered.nextStart,
    end: () => end,
    bytes: total,
    tornLines,
    unsynced: () => segments.filter((segment) => segment.syncedSize < segment.size),
    release,
    current: () => current,
    leaveCurrent: () => leaveCurrent(end),
    dropBefore,
    close: () => {
      current = undefined;
      segments.forEach(closeSegment);
    },
  };
}

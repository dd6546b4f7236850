// The writer hands each group's bytes; they go into the newest segment, or into a new one when that is full or unsound.
// A new segment is begun only for a line, so that restarts leave no empty files.

import fs from 'node:fs';
import { mkdir, unlink } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { hasErrorCode } from '@kurz/process';
import { beginSegment } from './begin-segment';
import { dropReasonOf, type DropReason } from './drop-reason';
import { POSITIONS_PER_SEGMENT, recoverSegments } from './recover-segments';
import { syncDirectory } from './sync-directory';
import { closeSegment, putAtEnd, type WriterSegment } from './writer-segment';

export type WriterSegmentsOptions = { directory: string; segmentBytes: number; maxBytes: number };

export type GroupOutcome =
  | { kind: 'written' }
  /** `kept`: bytes of whole lines at the front that did get in. */
  | { kind: 'dropped'; reason: DropReason; kept: number; error?: unknown };

export type WriterSegments = {
  write: (bytes: Buffer) => GroupOutcome;
  /** Position after the last line. */
  end: () => number;
  /** Bytes of all segments. */
  bytes: () => number;
  /** Segments with lines that a power cut could take, oldest first. */
  unsynced: () => WriterSegment[];
  /** Called with a segment that a sync has used: closes it if it is no longer written. */
  release: (segment: WriterSegment) => void;
  dropBefore: (position: number) => Promise<void>;
  close: () => void;
};

/** Makes the directory, and sees to it that a power cut takes neither it nor a parent made with it. */
async function makeDirectory(directory: string): Promise<void> {
  const topmost = await mkdir(directory, { recursive: true });
  if (topmost === undefined) return;
  for (let made = resolve(directory); ; made = dirname(made)) {
    syncDirectory(dirname(made));
    if (made === resolve(topmost)) return;
  }
}

/** @throws when the directory cannot be made or read; an error of the disk later on is an outcome of `write`. */
export async function openWriterSegments(options: WriterSegmentsOptions): Promise<WriterSegments> {
  const { directory, segmentBytes, maxBytes } = options;
  await makeDirectory(directory);
  const recovered = await recoverSegments(directory);
  const { segments } = recovered;
  let { nextStart } = recovered;
  let total = segments.reduce((sum, segment) => sum + segment.size, 0);
  const lastFilled = segments.findLast((segment) => segment.size > 0);
  let end = lastFilled ? lastFilled.start + lastFilled.size : 0;
  // undefined before the first line of this start and after an error
  let current: (WriterSegment & { fd: number }) | undefined;

  const forget = (segment: WriterSegment) => {
    const index = segments.indexOf(segment);
    if (index === -1) return;
    segments.splice(index, 1);
    total -= segment.size;
    closeSegment(segment);
  };

  const removeEmpty = (segment: WriterSegment) => {
    try {
      fs.rmSync(segment.path, { force: true });
      forget(segment);
    } catch {
      // no line hangs on it: the next start tries again
    }
  };

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

  const begin = () => {
    const segment = beginSegment(directory, nextStart);
    // they have told their positions; now the new one's name does
    segments.filter(({ size }) => size === 0).forEach(removeEmpty);
    segments.push(segment);
    current = segment;
    return segment;
  };

  const segmentFor = (length: number) => {
    if (current && current.size > 0 && current.size + length > segmentBytes) {
      leaveCurrent(current.start + current.size);
    }
    return current ?? begin();
  };

  const write = (bytes: Buffer): GroupOutcome => {
    if (total + bytes.length > maxBytes) return { kind: 'dropped', reason: 'disk_full', kept: 0 };
    try {
      const segment = segmentFor(bytes.length);
      const outcome = putAtEnd(segment, segment.fd, bytes);
      const kept = outcome.kind === 'put' ? bytes.length : outcome.kept;
      total += kept;
      if (kept > 0) end = segment.start + segment.size;
      if (outcome.kind === 'put') return { kind: 'written' };
      // the error may be this file's alone (EFBIG, a bad block): the next group tries another one
      if (!outcome.isCut) leaveCurrent(segment.start + POSITIONS_PER_SEGMENT);
      else if (segment.size > 0) leaveCurrent(end);
      return { kind: 'dropped', reason: dropReasonOf(outcome.error), kept, error: outcome.error };
    } catch (error) {
      return { kind: 'dropped', reason: dropReasonOf(error), kept: 0, error };
    }
  };

  const dropBefore = async (position: number) => {
    // never the newest one: its name tells the next start which positions have been given out
    for (const segment of segments.slice(0, -1)) {
      if (segment.start + segment.size > position) return;
      await unlink(segment.path).catch((error: unknown) => {
        if (!hasErrorCode(error, 'ENOENT')) throw error;
      });
      forget(segment);
    }
  };

  return {
    write,
    end: () => end,
    bytes: () => total,
    unsynced: () => segments.filter((segment) => segment.syncedSize < segment.size),
    release,
    dropBefore,
    close: () => {
      current = undefined;
      segments.forEach(closeSegment);
    },
  };
}

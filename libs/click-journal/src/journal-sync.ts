// Makes written lines survive a power cut. Callers that arrive while one fdatasync runs share the next one.

import fs from 'node:fs';
import { hasErrorCode } from '@kurz/process';
import { nameSegment, type WriterSegment } from './segments/writer-segment';
import type { WriterSegments } from './segments/writer-segments';

const REWRITE_BYTES = 1024 * 1024;

const flush = (fd: number) =>
  new Promise<void>((resolve, reject) => {
    fs.fdatasync(fd, (error) => (error ? reject(error) : resolve()));
  });

/**
 * After a failed fdatasync the system considers the bytes stored, and a second call succeeds without storing them.
 * Rewriting the same bytes in place makes the system try again; a reader sees no difference.
 */
function rewrite(fd: number, from: number, to: number): void {
  const chunk = Buffer.allocUnsafe(Math.min(REWRITE_BYTES, to - from));
  for (let at = from; at < to;) {
    const length = fs.readSync(fd, chunk, 0, Math.min(chunk.length, to - at), at);
    if (length === 0) throw new Error('the journal lost bytes that a failed sync left unstored');
    for (let done = 0; done < length;) done += fs.writeSync(fd, chunk, done, length - done, at + done);
    at += length;
  }
}

/** Syncs the bytes that the segment holds now. @throws the disk's error, and then none of them count as synced. */
async function syncSegment(segment: WriterSegment, fd: number): Promise<void> {
  const { size } = segment;
  try {
    await nameSegment(segment);
    if (segment.mustRewrite) rewrite(fd, segment.syncedSize, size);
    await flush(fd);
    segment.syncedSize = size;
    segment.mustRewrite = false;
  } catch (error) {
    segment.mustRewrite = true;
    throw error;
  }
}

/** Opens a segment of an earlier start, whose lines may not be synced; undefined when it is gone. */
function openedForSync(segment: WriterSegment): number | undefined {
  try {
    segment.fd ??= fs.openSync(segment.path, 'r+');
    return segment.fd;
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/**
 * When another process has removed the current segment, the next line begins a new one.
 * @throws in that case, because the removed lines are lost.
 */
function leaveRemoved(segments: WriterSegments, segment: WriterSegment): void {
  if (segment !== segments.current() || fs.existsSync(segment.path)) return;
  // nothing of it is left to sync
  segment.syncedSize = segment.size;
  segments.leaveCurrent();
  throw new Error(`${segment.path} was removed while it was written`);
}

/** Makes the sync of all segments. It resolves with the position up to which every line survives a power cut. */
export function makeJournalSync(
  segments: WriterSegments,
  onError: (error: unknown) => void,
): () => Promise<number> {
  let running: Promise<number> | undefined;
  let following: Promise<number> | undefined;

  const syncAll = async (): Promise<number> => {
    const end = segments.end();
    for (const segment of segments.unsynced()) {
      leaveRemoved(segments, segment);
      const fd = openedForSync(segment);
      if (fd === undefined) continue;
      segment.isSyncing = true;
      await syncSegment(segment, fd).finally(() => {
        segment.isSyncing = false;
        segments.release(segment);
      });
    }
    return end;
  };

  const start = () => {
    running = syncAll()
      .catch((error: unknown) => {
        onError(error);
        throw error;
      })
      .finally(() => (running = undefined));
    return running;
  };

  return () => {
    if (following) return following;
    if (!running) return start();
    following = running
      .catch(() => undefined)
      .then(() => {
        following = undefined;
        return start();
      });
    return following;
  };
}

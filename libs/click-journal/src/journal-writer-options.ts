// The options of a journal's writer, with their defaults and checks.

import { POSITIONS_PER_SEGMENT } from './segments/recover-segments';

export type JournalWriterOptions = {
  /** Created when it is missing; one writer at a time. */
  directory: string;
  /** A segment that would grow over this is followed by a new one; default 64 MiB, at most 256 MiB. */
  segmentBytes?: number;
  /** Limit of all segments together; over it the newest visits are dropped. Default 10 GiB. */
  maxBytes?: number;
  /** Last ms of lines that a power cut can take; default 1000. 0 syncs a turn's lines before they count as written. */
  fsyncIntervalMs?: number;
  /**
   * How long one segment takes lines, ms; 5 minutes by default. Consumed lines leave the disk at the first `dropBefore`
   * after that, with or without later lines.
   */
  rollAfterMs?: number;
};

const MIB = 1024 * 1024;
/** A segment thus always uses fewer positions than a new start skips. */
const MAX_SEGMENT_BYTES = POSITIONS_PER_SEGMENT / 2;
/** So that consumed segments can be dropped, and make room, before the newest one fills the limit alone. */
const MIN_SEGMENTS = 4;

/** The options with their defaults. @throws RangeError when a number is out of range. */
export function journalLimitsOf(options: JournalWriterOptions): Required<JournalWriterOptions> {
  const { directory, segmentBytes = 64 * MIB, maxBytes = 10 * 1024 * MIB } = options;
  const { fsyncIntervalMs = 1_000, rollAfterMs = 300_000 } = options;
  if (!(segmentBytes >= 1 && segmentBytes <= MAX_SEGMENT_BYTES)) {
    throw new RangeError(`segmentBytes must be 1 to ${MAX_SEGMENT_BYTES}`);
  }
  if (!(maxBytes >= 1)) throw new RangeError('maxBytes must be at least 1');
  if (!(fsyncIntervalMs >= 0)) throw new RangeError('fsyncIntervalMs must not be negative');
  if (!(rollAfterMs >= 0)) throw new RangeError('rollAfterMs must not be negative');
  return {
    directory,
    segmentBytes: Math.min(segmentBytes, maxBytes / MIN_SEGMENTS),
    maxBytes,
    fsyncIntervalMs,
    rollAfterMs,
  };
}

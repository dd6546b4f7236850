// One partition of the click stream as one sink reads it. A port, because two adapters implement it: the redirector's
// journal (embedded) and Kafka (production).

import { MALFORMED_REASONS, type ReadVisit } from '@kurz/click-event';
import type { ChunkRange } from '@kurz/click-stream';

// A line that is no visit is set aside with its reason, so that it stops nothing.

/** `bad_id`: no link or workspace has such an id. `bad_message`: a whole message without lines or positions. */
export const POISON_REASONS = [...MALFORMED_REASONS, 'bad_id', 'bad_message'] as const;
export type PoisonReason = (typeof POISON_REASONS)[number];
export type PoisonLine = { line: string; reason: PoisonReason };

/** A position is an offset in its partition; it only grows and is never given out twice. */
export type SourceBatch = {
  /** Position after the last line: the `from` of the next read. */
  to: number;
  lines: Iterable<ReadVisit>;
  /** Damaged lines passed over. */
  skipped: number;
  /** Whole messages that are no lines (Kafka); set aside like lines that are no visits. */
  unreadable?: PoisonLine[];
  /** The positions of the lines in their journals (Kafka), so that a gap or a repeat shows. */
  ranges?: ChunkRange[];
  /** More lines are waiting, although fewer came than were requested. */
  isFull?: boolean;
};

/**
 * `to`: the end of a batch that was read before; then all of its lines come, however many. `before`: nothing from that
 * position on, which is the begin of a message (Kafka).
 */
export type ReadLimits = { maxVisits: number; before?: number } | { to: number };

export type PartitionSource = {
  partition: number;
  /** True for an import: nothing is added any more, and the partition ends. */
  isComplete: boolean;
  /** Position of the oldest line that is kept. */
  begin: () => Promise<number>;
  /**
   * At most `maxVisits` lines from `from` on, or exactly those before `to`; nothing when there is none yet. Kafka's
   * messages are not cut: the first one comes whole, however many lines it has.
   */
  read: (from: number, limits: ReadLimits) => Promise<SourceBatch>;
  /**
   * Waits a moment for what the stream is known to hold after `from`, so that it gets into the same batch. Resolves
   * with false when there is nothing, or it does not come.
   */
  more: (from: number) => Promise<boolean>;
  /**
   * Resolves when there is something after `from` (at once when there already is) or `signal` aborts. A sink that does
   * not begin again never reads lines before `from` again.
   */
  waitForMore: (from: number, signal: AbortSignal) => Promise<void>;
  /**
   * Whether the stream is known to hold more than this process has received, or much that was received is waiting. Then
   * lingering gains nothing.
   */
  isBehind: () => Promise<boolean>;
  /** Makes what is written by now survive a power cut; resolves with the position after the last such line. */
  syncedEnd: () => Promise<number>;
};

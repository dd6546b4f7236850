// Takes as many whole messages of the stream as one batch may hold, and reads their lines one by one.

import { readVisits, type ReadVisit, type VisitTexts } from '@kurz/click-event';
import { decodeChunk, type ChunkRange, type StreamMessage } from '@kurz/click-stream';
import type { SourceBatch, PoisonLine } from '../partition-source';

const MAX_LINE_LENGTH = 2_000;

/** Most messages of one batch, however few lines they have. */
const MAX_MESSAGES = 10_000;

function* readAll(chunks: readonly Buffer[], texts: VisitTexts): Generator<ReadVisit> {
  for (const lines of chunks) yield* readVisits(lines, texts);
}

type Limits = { from: number; maxVisits: number; reached: number; texts: VisitTexts };

/**
 * The first message comes whole, however many lines it has. `reached`: everything before it was received; when all
 * messages are taken the batch ends there, after the records that end transactions.
 */
export function takeMessages(
  messages: readonly StreamMessage[],
  { from, maxVisits, reached, texts }: Limits,
): SourceBatch {
  const chunks: Buffer[] = [];
  let lines = 0;
  const unreadable: PoisonLine[] = [];
  const ranges: ChunkRange[] = [];
  let to = from;
  let taken = 0;
  for (const message of messages) {
    const decoded = decodeChunk(message);
    const count = decoded.kind === 'chunk' ? decoded.chunk.count : 0;
    if (taken > 0 && (lines + count > maxVisits || (taken >= MAX_MESSAGES && maxVisits !== Infinity))) {
      return { to, lines: readAll(chunks, texts), skipped: 0, unreadable, ranges, isFull: true };
    }
    if (decoded.kind === 'chunk') {
      const { lines: bytes, count: visits, ...range } = decoded.chunk;
      chunks.push(bytes);
      lines += visits;
      ranges.push(range);
    } else {
      const text = message.value?.toString('latin1', 0, MAX_LINE_LENGTH) ?? '';
      unreadable.push({ line: text, reason: 'bad_message' });
    }
    to = message.offset + 1;
    taken++;
  }
  return {
    to: Math.max(to, reached),
    lines: readAll(chunks, texts),
    skipped: 0,
    unreadable,
    ranges,
    isFull: false,
  };
}

// Takes as many whole messages of the stream as a batch may hold, and gives their lines one by one.

import { decodeChunk, type ChunkLines, type ChunkPlace, type StreamMessage } from '@kurz/click-stream';
import type { SourceBatch } from '../read/click-source';
import type { PoisonLine } from '../read/poison-line';

const LONGEST_LINE = 2_000;

/** Messages of one batch, however few lines they have. */
const MOST_MESSAGES = 10_000;

function* joined(chunks: readonly ChunkLines[]): Generator<string> {
  for (const lines of chunks) yield* lines;
}

type Limits = { from: number; maxVisits: number; reached: number };

/**
 * The first message comes whole, however many lines it has. `reached`: everything before it was received; when all
 * messages are taken the batch ends there, behind the records that end transactions.
 */
export function wholeMessages(
  messages: readonly StreamMessage[],
  { from, maxVisits, reached }: Limits,
): SourceBatch {
  const chunks: ChunkLines[] = [];
  let lines = 0;
  const unreadable: PoisonLine[] = [];
  const places: ChunkPlace[] = [];
  let to = from;
  let taken = 0;
  for (const message of messages) {
    const decoded = decodeChunk(message);
    const count = decoded.kind === 'chunk' ? decoded.chunk.lines.length : 0;
    if (taken > 0 && (lines + count > maxVisits || (taken >= MOST_MESSAGES && maxVisits !== Infinity))) {
      return { to, lines: joined(chunks), skipped: 0, unreadable, places, isFull: true };
    }
    if (decoded.kind === 'chunk') {
      const { lines: more, ...place } = decoded.chunk;
      chunks.push(more);
      lines += count;
      places.push(place);
    } else {
      const text = message.value?.toString('latin1', 0, LONGEST_LINE) ?? '';
      unreadable.push({ line: text, reason: 'bad_message' });
    }
    to = message.offset + 1;
    taken++;
  }
  return { to: Math.max(to, reached), lines: joined(chunks), skipped: 0, unreadable, places, isFull: false };
}

// A chunk as a Kafka message, and back.

import type { Chunk, ChunkRange } from './chunk';

const LINE_FEED = 10;

/** The parts of a Kafka message that hold a chunk, as the client gives them. */
export type ChunkMessage = {
  key: Buffer | null;
  value: Buffer | null;
  headers?: Record<string, Buffer | string | (Buffer | string)[] | undefined>;
};

export type DecodedChunk =
  { kind: 'chunk'; chunk: Chunk } | { kind: 'malformed'; reason: 'no_lines' | 'no_journal' | 'bad_position' };

/** `lines`: payloads joined by '\n' (Latin-1), as the journal's chunk reader gives them. */
export function encodeChunk(range: ChunkRange, lines: Buffer) {
  const { journal, first, last, after, traceparent } = range;
  const headers: Record<string, string> = { journal, first: String(first), last: String(last) };
  if (after !== undefined) headers['after'] = String(after);
  if (traceparent !== undefined) headers['traceparent'] = traceparent;
  return { key: journal, value: lines, headers };
}

function textOf(header: Buffer | string | (Buffer | string)[] | undefined): string | undefined {
  const single = Array.isArray(header) ? header[0] : header;
  return single?.toString();
}

function positionOf(text: string | undefined): number | undefined {
  if (text === undefined || !/^\d{1,16}$/.test(text)) return undefined;
  const position = Number(text);
  return Number.isSafeInteger(position) ? position : undefined;
}

function countLines(lines: Buffer): number {
  let count = 1;
  for (let at = lines.indexOf(LINE_FEED); at !== -1; at = lines.indexOf(LINE_FEED, at + 1)) count += 1;
  return count;
}

/** The chunk of a message that `encodeChunk` made; never throws. */
export function decodeChunk({ key, value, headers = {} }: ChunkMessage): DecodedChunk {
  if (!value || value.length === 0) return { kind: 'malformed', reason: 'no_lines' };
  const journal = textOf(headers['journal']) ?? key?.toString();
  if (!journal) return { kind: 'malformed', reason: 'no_journal' };
  const first = positionOf(textOf(headers['first']));
  const last = positionOf(textOf(headers['last']));
  if (first === undefined || last === undefined || last <= first) {
    return { kind: 'malformed', reason: 'bad_position' };
  }
  const after = positionOf(textOf(headers['after']));
  const traceparent = textOf(headers['traceparent']);
  return {
    kind: 'chunk',
    chunk: {
      journal,
      first,
      last,
      after,
      ...(traceparent !== undefined && { traceparent }),
      lines: value,
      count: countLines(value),
    },
  };
}

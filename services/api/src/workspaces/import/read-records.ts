// Reads the lines of an export one after the other, with bounded memory.

import type { Hash } from 'node:crypto';
import { ExportFault } from './export-fault';
import { recordOf, type KnownRecord } from './import-record';

/** Longer than any line of an export: a link with the longest destinations. */
const MAX_LINE_BYTES = 2 * 1024 ** 2;
const LINE_FEED = 10;

/** `number` counts from 1. */
export type ExportLine = { number: number; record: KnownRecord | undefined };

/** The JSON escapes of what no text of PostgreSQL can hold: NUL, and half of a surrogate pair. */
const UNUSABLE = /(?<!\\)(?:\\\\)*\\u(?:0000|d[89a-f])/i;

const utf8 = new TextDecoder('utf-8', { fatal: true });

function lineOf(bytes: Buffer, number: number): ExportLine {
  let text: string;
  let value: unknown;
  try {
    text = utf8.decode(bytes);
    value = JSON.parse(text);
  } catch {
    throw new ExportFault('is no JSON in UTF-8', number);
  }
  // these characters come as escapes only
  if (text.includes('\\u') && UNUSABLE.test(JSON.stringify(value)))
    throw new ExportFault('has unusable characters', number);
  const read = recordOf(value);
  if (read.kind === 'faulty') throw new ExportFault(read.reason, number);
  return { number, record: read.kind === 'known' ? read.record : undefined };
}

/** Every byte goes through `hash`. Throws an ExportFault for a line that is not one of an export. */
export async function* readRecords(content: AsyncIterable<Buffer>, hash: Hash): AsyncGenerator<ExportLine> {
  let rest: Buffer[] = [];
  let restBytes = 0;
  let number = 0;
  for await (const chunk of content) {
    hash.update(chunk);
    let from = 0;
    for (let at = chunk.indexOf(LINE_FEED); at >= 0; at = chunk.indexOf(LINE_FEED, from)) {
      const end = chunk.subarray(from, at);
      const line = rest.length > 0 ? Buffer.concat([...rest, end]) : end;
      number += 1;
      if (line.length > MAX_LINE_BYTES) throw new ExportFault('is too long', number);
      yield lineOf(line, number);
      rest = [];
      restBytes = 0;
      from = at + 1;
    }
    if (from < chunk.length) rest.push(chunk.subarray(from));
    restBytes += chunk.length - from;
    if (restBytes > MAX_LINE_BYTES) throw new ExportFault('is too long', number + 1);
  }
  if (restBytes > 0) throw new ExportFault('is cut', number + 1);
}

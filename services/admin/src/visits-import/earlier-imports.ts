// Finds the lines of a log that earlier imports into a zone have counted. A log that has grown begins with its earlier
// content.

import { createHash } from 'node:crypto';
import type { Db } from '@kurz/database';
import { makeLineBits, mergeLineBits, type LineBits } from './line-bits';
import { openLog } from './log-lines';

export type LogIdentity = { fingerprint: Buffer; bytes: number };

/** An import, and the position at which all of its visits are counted. */
export type ImportEnd = { id: number; end: number };

export type EarlierImports = {
  identity: LogIdentity;
  /** Lines that are counted already. */
  counted: LineBits;
  /** Imports whose content this log begins with, and the ends of their journals. */
  ancestors: ImportEnd[];
  /** The shift of the last ancestor's visits, in days; undefined without an ancestor. */
  shiftDays: number | undefined;
};

/** SHA-256 of the whole content and of its prefixes of the given lengths (ascending). */
async function fingerprintsOf(
  file: string,
  lengths: number[],
): Promise<{ whole: LogIdentity; beginnings: Map<number, Buffer> }> {
  const hash = createHash('sha256');
  const beginnings = new Map<number, Buffer>();
  let bytes = 0;
  let next = 0;
  for await (const chunk of await openLog(file)) {
    let from = 0;
    for (
      let length = lengths[next];
      length !== undefined && length <= bytes + chunk.length;
      length = lengths[++next]
    ) {
      hash.update(chunk.subarray(from, length - bytes));
      from = length - bytes;
      beginnings.set(length, hash.copy().digest());
    }
    hash.update(chunk.subarray(from));
    bytes += chunk.length;
  }
  return { whole: { fingerprint: hash.digest(), bytes }, beginnings };
}

/** Reads the whole log once and finds which of its lines are counted. */
export async function findEarlierImports(db: Db, file: string, zoneId: string): Promise<EarlierImports> {
  const rows = await db
    .selectFrom('visit_imports')
    .selectAll()
    .where('zone_id', '=', zoneId)
    .orderBy('id')
    .execute();
  const lengths = [...new Set(rows.map((row) => row.bytes))].sort((a, b) => a - b);
  const { whole, beginnings } = await fingerprintsOf(file, lengths);
  const same = rows.filter((row) => beginnings.get(row.bytes)?.equals(row.fingerprint));
  const counted = makeLineBits();
  for (const row of same) {
    // a later import that grew from this content may have counted more of its lines
    const grown = rows.filter((candidate) => candidate.id === row.id || candidate.ancestors.includes(row.id));
    for (const candidate of grown) mergeLineBits(counted, candidate.counted, row.lines);
  }
  return {
    identity: whole,
    counted,
    ancestors: same.map((row) => ({ id: row.id, end: row.journal_end })),
    shiftDays: same.at(-1)?.shift_days,
  };
}

/**
 * Passes on the content while the log is read again for counting. Calls `onChanged` at the end when the content does
 * not begin with what was read the first time: the file was replaced. It may have grown.
 */
export async function* sameContent(
  content: AsyncIterable<Buffer>,
  { fingerprint, bytes }: LogIdentity,
  onChanged: () => void,
): AsyncGenerator<Buffer> {
  const hash = createHash('sha256');
  let read = 0;
  for await (const chunk of content) {
    hash.update(chunk.subarray(0, Math.max(0, bytes - read)));
    read += chunk.length;
    yield chunk;
  }
  if (!hash.digest().equals(fingerprint)) onChanged();
}

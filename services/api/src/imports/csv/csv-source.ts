// A CSV file as a source of links: comma, semicolon or tab; UTF-8 or UTF-16, with or without a byte order mark.

import { createHash } from 'node:crypto';
import { pagesOf, SourceFault, type LinkSource } from '../import-source';
import { csvColumnsOf, type CsvColumns } from './csv-columns';
import { csvLinksOf } from './csv-link';
import { csvRecords } from './csv-records';
import { decodeCsv, encodingOf, refuseOtherKinds, type CsvEncoding } from './csv-text';
import { namesSeparator, separatorOf } from './separator-of';

const MAX_COLUMNS = 200;
const HEAD_BYTES = 64 * 1024;

/** Opens the file at its beginning, each time that it is called. */
type Open = () => Promise<AsyncIterable<Buffer>>;
type Shape = { encoding: CsvEncoding; separator: string };

async function readShape(open: Open): Promise<Shape & { fingerprint: Buffer }> {
  const hash = createHash('sha256');
  let head = Buffer.alloc(0);
  for await (const chunk of await open()) {
    hash.update(chunk);
    if (head.length < HEAD_BYTES) head = Buffer.concat([head, chunk]);
  }
  const encoding = encodingOf(head);
  const text = new TextDecoder(encoding).decode(head.subarray(0, HEAD_BYTES));
  refuseOtherKinds(head, text);
  return { fingerprint: hash.digest(), encoding, separator: separatorOf(text) };
}

function columnsOf(head: readonly string[]): CsvColumns {
  if (head.length > MAX_COLUMNS)
    throw new SourceFault(`has more than ${MAX_COLUMNS} columns`, 'too_many_columns');
  const outcome = csvColumnsOf(head);
  if (outcome.kind === 'columns') return outcome.columns;
  throw outcome.field === 'url'
    ? new SourceFault('has no column for the destination (such as "url")', 'no_destination_column')
    : new SourceFault('has no column for the slug (such as "slug")', 'no_slug_column');
}

async function* recordsOf(open: Open, { encoding, separator }: Shape): AsyncGenerator<string[]> {
  let isFirst = true;
  for await (const record of csvRecords(decodeCsv(await open(), encoding), separator)) {
    if (!isFirst || !namesSeparator(record)) yield record;
    isFirst = false;
  }
}

/** Reads the whole file, so that a file that is broken at its end makes no link. */
async function readColumns(open: Open, shape: Shape): Promise<CsvColumns> {
  let columns: CsvColumns | undefined;
  for await (const record of recordsOf(open, shape))
    if (columns) csvLinksOf(record, columns, 0);
    else columns = columnsOf(record);
  if (!columns) throw new SourceFault('is empty', 'empty');
  return columns;
}

async function* dataOf(open: Open, shape: Shape): AsyncGenerator<string[]> {
  let isHead = true;
  for await (const record of recordsOf(open, shape)) {
    if (!isHead) yield record;
    isHead = false;
  }
}

/** Throws SourceFault. The cursor is the number of records read. */
export async function openCsvSource(open: Open): Promise<LinkSource> {
  const { fingerprint, ...shape } = await readShape(open);
  const columns = await readColumns(open, shape);
  return {
    name: 'csv',
    fingerprint,
    history: undefined,
    mayChange: false,
    pagesFrom: (cursor) =>
      pagesOf(dataOf(open, shape), cursor, (record, place) => csvLinksOf(record, columns, place)),
  };
}

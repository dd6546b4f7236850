// The records of a CSV file's text, whatever their number of cells.

import { Readable } from 'node:stream';
import { errorCodeOf } from '@kurz/process';
import { CsvError, parse } from 'csv-parse';
import { SourceFault } from '../import-source';
import { MAX_LINE_CHARACTERS, refuseLongLine } from './csv-text';

function isRecord(value: unknown): value is string[] {
  return Array.isArray(value) && value.every((cell) => typeof cell === 'string');
}

/** `texts`: without the byte order mark. Throws SourceFault. */
export async function* csvRecords(texts: AsyncIterable<string>, separator: string): AsyncGenerator<string[]> {
  const parser = parse({
    delimiter: separator,
    relax_column_count: true,
    skip_empty_lines: true,
    max_record_size: MAX_LINE_CHARACTERS,
  });
  const text = Readable.from(texts);
  text.on('error', (error) => parser.destroy(error));
  try {
    for await (const record of text.pipe(parser)) if (isRecord(record)) yield record;
  } catch (error) {
    if (errorCodeOf(error) === 'CSV_MAX_RECORD_SIZE') throw refuseLongLine();
    // not recognised by its code: the code for a quote in the middle of a cell is no CSV_…
    if (error instanceof CsvError) throw new SourceFault(`is no CSV: ${error.message}`, 'not_csv');
    throw error;
  } finally {
    text.destroy();
  }
}

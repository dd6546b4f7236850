// The format of an export: JSON Lines, one record per line. The first record is the header, the last one says how many
// came before it: a file without that line is not whole.

/** Raised by each change that readers of the format must know of, but not by a new field or kind of record. */
export const EXPORT_VERSION = 1;

export type ExportRecord = { kind: string } & Readonly<Record<string, unknown>>;

/** Records of one page, which become one piece of the file. */
export type ExportPage = readonly ExportRecord[];

export const headerOf = (of: 'workspace' | 'user', id: string, at: Date): ExportRecord => ({
  kind: 'export',
  version: EXPORT_VERSION,
  of,
  id,
  at,
});

export const recordsOf = (kind: string, rows: readonly object[]): ExportPage =>
  rows.map((row) => ({ kind, ...row }));

/** The text of an export, piece by piece. An error of `pages` ends it without its last line. */
export async function* exportLines(pages: AsyncIterable<ExportPage>): AsyncGenerator<string, void> {
  let records = 0;
  for await (const page of pages) {
    if (page.length === 0) continue;
    records += page.length;
    yield page.map((record) => `${JSON.stringify(record)}\n`).join('');
  }
  yield `${JSON.stringify({ kind: 'end', records })}\n`;
}

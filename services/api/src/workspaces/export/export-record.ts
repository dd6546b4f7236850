// The shape of an export: JSON Lines, one record a line. The first is the header, the last says how many came before it:
// a file without that line is not whole.

/** Raised by each change that a reader of the format has to know of. A new field or kind of record is none. */
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

/** The text of an export, piece by piece. What `pages` throws ends it without its last line. */
export async function* exportLines(pages: AsyncIterable<ExportPage>): AsyncGenerator<string, void> {
  let records = 0;
  for await (const page of pages) {
    if (page.length === 0) continue;
    records += page.length;
    yield page.map((record) => `${JSON.stringify(record)}\n`).join('');
  }
  yield `${JSON.stringify({ kind: 'end', records })}\n`;
}

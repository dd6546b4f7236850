// GET /urls as CSV, read by an independent parser: quoted cells, and the apostrophe before formulas.

import type { TestApi } from './start-api';

/** Throws when the text is not complete CSV. */
export function cellsOf(text: string): string[][] {
  const lines: string[][] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  for (let line: string[] = []; cell.lastIndex < text.length;) {
    const found = cell.exec(text);
    if (!found) throw new Error('this is no CSV');
    line.push(found[1]?.replaceAll('""', '"') ?? found[2] ?? '');
    if (found[3] === ',') continue;
    lines.push(line);
    line = [];
  }
  return lines;
}

export type CsvLine = Readonly<Record<string, string>>;

/** The lines, with their cells by the names in the first line. */
export function linesOf(text: string): CsvLine[] {
  const [names = [], ...lines] = cellsOf(text);
  return lines.map((cells) => {
    if (cells.length !== names.length) throw new Error(`a line of ${cells.length} cells`);
    return Object.fromEntries(names.map((name, index) => [name, cells[index] ?? '']));
  });
}

export async function fetchCsv(
  { baseUrl, token: first }: Pick<TestApi, 'baseUrl' | 'token'>,
  query: string,
  token = first,
): Promise<{ status: number; headers: Headers; text: string; lines: CsvLine[] }> {
  const response = await fetch(`${baseUrl}/urls?format=csv&${query}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  const { status, headers } = response;
  const text = await response.text();
  return { status, headers, text, lines: status === 200 ? linesOf(text) : [] };
}

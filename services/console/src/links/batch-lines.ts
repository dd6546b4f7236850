// Parses lines of pasted text as new links: an address, then optionally a slug and a title.

import type { NewLink } from '../api/types';
import { withScheme } from '../link/with-scheme';

export const MAX_LINES = 100;

export type BatchLine = { text: string; link: NewLink };

/** A spreadsheet's columns are separated by tabs and may be empty; a text's words are separated by white space. */
function columnsOf(line: string): string[] {
  if (line.includes('\t')) return line.split('\t').map((cell) => cell.trim());
  const [url = '', slug = '', ...title] = line.split(/\s+/);
  return [url, slug, title.join(' ')];
}

/** Empty lines are left out. */
export function linesOf(text: string): BatchLine[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [url = '', slug = '', title = ''] = columnsOf(line);
      const link = { url: withScheme(url), ...(slug !== '' && { slug }), ...(title !== '' && { title }) };
      return { text: line, link };
    });
}

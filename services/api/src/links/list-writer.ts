// The body of GET /urls, written group by group: beside the bytes of the answer, only one group of rows is held.

import type { Content } from '../http/route';
import type { LinkRow } from './link-rows';
import { urlObjectOf } from './url-object-of';

/** Rows are written in pieces of about this length. */
const PIECE_CHARACTERS = 64 * 1024;

export type ListWriter = {
  add: (rows: readonly LinkRow[], isDrifting: (row: LinkRow) => boolean) => void;
  /** `{ urls, total }` as JSON. */
  end: (total: number) => Content;
};

export function makeListWriter(): ListWriter {
  const pieces: Buffer[] = [];
  let text = '{"urls":[';
  let separator = '';
  const flush = () => {
    pieces.push(Buffer.from(text));
    text = '';
  };
  return {
    add: (rows, isDrifting) => {
      for (const row of rows) {
        text += separator + JSON.stringify(urlObjectOf(row, { utmDrift: isDrifting(row) }));
        separator = ',';
        if (text.length >= PIECE_CHARACTERS) flush();
      }
    },
    end: (total) => {
      text += `],"total":${total}}`;
      flush();
      return { type: 'application/json; charset=utf-8', pieces };
    },
  };
}

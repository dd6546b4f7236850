// The rows that the INSERT statements of a SQL dump have for one table.

import { SourceFault } from '../import-source';
import { sqlTokens, type SqlToken } from './sql-tokens';

/** `columns` is undefined when the statement names none. NULL becomes an empty text. */
export type SqlRow = { columns: readonly string[] | undefined; values: readonly string[] };

const isWord = (token: SqlToken, text: string) => token.kind === 'word' && token.text.toUpperCase() === text;
const isSign = (token: SqlToken | undefined, text: string) => token?.kind === 'sign' && token.text === text;

const valueOf = (token: SqlToken) => (isWord(token, 'NULL') ? '' : token.text);

/** The rows of tables whose name `isAsked` accepts. Throws SourceFault. */
export async function* sqlRows(
  content: AsyncIterable<string>,
  isAsked: (table: string) => boolean,
): AsyncGenerator<SqlRow> {
  // INSERT … INTO name (columns) VALUES (…), (…);
  let state: 'before' | 'elsewhere' | 'name' | 'columns' | 'values' = 'before';
  let table = '';
  let columns: string[] | undefined;
  let values: string[] | undefined;
  for await (const token of sqlTokens(content)) {
    if (isSign(token, ';')) {
      if (values) throw new SourceFault('has a row without an end');
      [state, table, columns] = ['before', '', undefined];
    } else if (state === 'before') {
      state = isWord(token, 'INSERT') || isWord(token, 'REPLACE') ? 'name' : 'elsewhere';
    } else if (state === 'name' || state === 'columns') {
      if (state === 'columns' && !isSign(token, ')')) {
        if (token.kind === 'word') columns?.push(token.text.toLowerCase());
      } else if (isSign(token, '(')) [state, columns] = ['columns', []];
      else if (isWord(token, 'VALUES') || isWord(token, 'VALUE'))
        state = isAsked(table) ? 'values' : 'elsewhere';
      else if (token.kind === 'word') table = token.text;
      else if (isSign(token, ')')) state = 'name';
    } else if (state === 'values') {
      if (isSign(token, '(')) values = [];
      else if (isSign(token, ')')) {
        if (values) yield { columns, values };
        values = undefined;
      } else if (token.kind !== 'sign') values?.push(valueOf(token));
    }
  }
  if (values) throw new SourceFault('is cut');
}

// Prepared statements of the hottest requests, planned once for each connection. Otherwise PostgreSQL plans a look-up
// for each request (0.5 ms) before it executes it (0.03 ms). The statement's text is marked; the pool names it.

import { CompiledQuery } from 'kysely';
import type { Db } from './open-database';
import { preparedAs, preparedNameOf } from './prepared-name-of';

export type PreparedStatement<Row> = (db: Db, values: readonly unknown[]) => Promise<Row[]>;

/** `text` has its values as `$1` and so on, and is the only one under this name: letters, digits and `_`. */
export function preparedStatement<Row>(name: string, text: string): PreparedStatement<Row> {
  const marked = preparedAs(name, text);
  if (preparedNameOf(marked) !== name) throw new Error(`no name of a prepared statement: ${name}`);
  return async (db, values) => (await db.executeQuery<Row>(CompiledQuery.raw(marked, [...values]))).rows;
}

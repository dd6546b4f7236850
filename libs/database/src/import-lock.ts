// The lock of imports, of visits and of workspaces: one runs at a time. An import of links has one of its own, for as long
// as it reads their history.

import { sql, type RawBuilder } from 'kysely';
import type { Db } from './open-database';

const KEY = 0x696d706f; // "impo"

/** Held by an open transaction rather than a session, which a pooler in transaction mode gives to another client. */
async function withLock<T>(db: Db, key: RawBuilder<unknown>, work: () => Promise<T>): Promise<T | undefined> {
  return db.transaction().execute(async (holder) => {
    const { rows } = await sql<{ held: boolean }>`
      SELECT pg_try_advisory_xact_lock(${key}) AS held,
             set_config('idle_in_transaction_session_timeout', '0', true)`.execute(holder);
    return rows[0]?.held ? work() : undefined;
  });
}

/** Undefined: another import runs. */
export const withImportLock = <T>(db: Db, work: () => Promise<T>): Promise<T | undefined> =>
  withLock(db, sql`${KEY}`, work);

/** For the history of one import of links. Undefined: another process reads it. */
export const withHistoryLock = <T>(
  db: Db,
  importId: string,
  work: () => Promise<T>,
): Promise<T | undefined> => withLock(db, sql`hashtextextended(${`history of ${importId}`}, 0)`, work);

/** Held until the transaction ends; false: another import runs. */
export async function takeImportLock(transaction: Db): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`SELECT pg_try_advisory_xact_lock(${KEY}) AS held`.execute(
    transaction,
  );
  return rows[0]?.held === true;
}

// The lock of imports, of visits and of workspaces: one runs at a time. An import of links has one of its own, for as long
// as it reads their history.

import { sql, type RawBuilder } from 'kysely';
import type { Db } from './open-database';

const KEY = 0x696d706f; // "impo"

/** Held until the transaction ends; false: somebody else has it. */
async function takeLock(transaction: Db, key: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`SELECT pg_try_advisory_xact_lock(${key}) AS held`.execute(
    transaction,
  );
  return rows[0]?.held === true;
}

/** Held by an open transaction rather than a session, which a pooler in transaction mode gives to another client. */
const withLock = <T>(db: Db, key: RawBuilder<unknown>, work: () => Promise<T>): Promise<T | undefined> =>
  db.transaction().execute(async (holder) => {
    if (!(await takeLock(holder, key))) return undefined;
    await sql`SELECT set_config('idle_in_transaction_session_timeout', '0', true)`.execute(holder);
    return work();
  });

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
export const takeImportLock = (transaction: Db): Promise<boolean> => takeLock(transaction, sql`${KEY}`);

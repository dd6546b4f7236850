// The lock of imports, of visits and of workspaces: one runs at a time. An import of links has one of its own, for as long
// as it reads their history.

import { sql, type RawBuilder } from 'kysely';
import type { Db } from './open-database';

const KEY = 0x696d706f; // "impo"

async function withSessionLock<T>(
  db: Db,
  key: RawBuilder<unknown>,
  work: () => Promise<T>,
): Promise<T | undefined> {
  return db.connection().execute(async (lockHolder) => {
    const { rows } = await sql<{ held: boolean }>`SELECT pg_try_advisory_lock(${key}) AS held`.execute(
      lockHolder,
    );
    if (!rows[0]?.held) return undefined;
    try {
      return await work();
    } finally {
      await sql`SELECT pg_advisory_unlock(${key})`.execute(lockHolder);
    }
  });
}

/** Undefined: another import runs. */
export const withImportLock = <T>(db: Db, work: () => Promise<T>): Promise<T | undefined> =>
  withSessionLock(db, sql`${KEY}`, work);

/** For the history of one import of links. Undefined: another process reads it. */
export const withHistoryLock = <T>(
  db: Db,
  importId: string,
  work: () => Promise<T>,
): Promise<T | undefined> => withSessionLock(db, sql`hashtextextended(${`history of ${importId}`}, 0)`, work);

/** Held until the transaction ends; false: another import runs. */
export async function takeImportLock(transaction: Db): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`SELECT pg_try_advisory_xact_lock(${KEY}) AS held`.execute(
    transaction,
  );
  return rows[0]?.held === true;
}

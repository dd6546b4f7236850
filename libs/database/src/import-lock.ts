// The lock of imports, of visits and of workspaces: one runs at a time.

import { sql } from 'kysely';
import type { Db } from './open-database';

const KEY = 0x696d706f; // "impo"

/** Undefined: another import runs. */
export function withImportLock<T>(db: Db, work: () => Promise<T>): Promise<T | undefined> {
  return db.connection().execute(async (lockHolder) => {
    const { rows } = await sql<{ held: boolean }>`SELECT pg_try_advisory_lock(${KEY}) AS held`.execute(
      lockHolder,
    );
    if (!rows[0]?.held) return undefined;
    try {
      return await work();
    } finally {
      await sql`SELECT pg_advisory_unlock(${KEY})`.execute(lockHolder);
    }
  });
}

/** Held until the transaction ends; false: another import runs. */
export async function takeImportLock(transaction: Db): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`SELECT pg_try_advisory_xact_lock(${KEY}) AS held`.execute(
    transaction,
  );
  return rows[0]?.held === true;
}

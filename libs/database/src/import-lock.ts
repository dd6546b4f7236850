// The lock of imports of visits and of workspaces: one runs at a time. Each import of links has a lock of its own while
// it reads their history.

import { randomUUID } from 'node:crypto';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from './open-database';
import { setIdleLimit } from './set-idle-limit';

const KEY = 0x696d706f; // "impo"

/** Holds the lock until the transaction ends. Returns false when another transaction has it. */
async function takeLock(transaction: Db, key: RawBuilder<unknown>): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`SELECT pg_try_advisory_xact_lock(${key}) AS held`.execute(
    transaction,
  );
  return rows[0]?.held === true;
}

/** The row that names the latest holder. */
const HOLDER = 'import_lock';

async function noteHolder(db: Db): Promise<string> {
  const holder = randomUUID();
  await sql`
    INSERT INTO installation (key, value) VALUES (${HOLDER}, to_jsonb(${holder}::text))
    ON CONFLICT (key) DO UPDATE SET value = excluded.value`.execute(db);
  return holder;
}

/**
 * An open transaction holds the lock, not a session, which a pooler in transaction mode gives to another client. The
 * outcome of the work counts, even when the transaction was lost meanwhile.
 */
async function withLock<T>(db: Db, key: RawBuilder<unknown>, work: () => Promise<T>): Promise<T | undefined> {
  let ended: PromiseSettledResult<T> | undefined;
  const held = db.transaction().execute(async (holder) => {
    if (!(await takeLock(holder, key))) return;
    await setIdleLimit(holder, 0);
    [ended] = await Promise.allSettled([work()]);
  });
  await held.catch((error: unknown) => {
    if (!ended) throw error;
  });
  if (ended?.status === 'rejected') throw ended.reason;
  return ended?.value;
}

/**
 * Must be called in the transaction that makes an import count. No other import begins until that ends.
 * @throws when another import has begun: PostgreSQL has ended the transaction that held the lock, as in a failover.
 */
export type AssertLocked = (transaction: Db) => Promise<void>;

const assertHolder =
  (holder: string): AssertLocked =>
  async (transaction) => {
    const { rows } = await sql`
      SELECT FROM installation WHERE key = ${HOLDER} AND value = to_jsonb(${holder}::text) FOR SHARE`.execute(
      transaction,
    );
    if (rows.length === 0) throw new Error('the lock of imports was lost, and another import has begun');
  };

/** Resolves with undefined when another import runs. */
export const withImportLock = <T>(
  db: Db,
  work: (assertLocked: AssertLocked) => Promise<T>,
): Promise<T | undefined> => withLock(db, sql`${KEY}`, async () => work(assertHolder(await noteHolder(db))));

/** For the history of one import of links. Resolves with undefined when another process reads it. */
export const withHistoryLock = <T>(
  db: Db,
  importId: string,
  work: () => Promise<T>,
): Promise<T | undefined> => withLock(db, sql`hashtextextended(${`history of ${importId}`}, 0)`, work);

/** Holds the lock until the transaction ends. Returns false when another import runs. */
export async function takeImportLock(transaction: Db): Promise<boolean> {
  if (!(await takeLock(transaction, sql`${KEY}`))) return false;
  await noteHolder(transaction);
  return true;
}

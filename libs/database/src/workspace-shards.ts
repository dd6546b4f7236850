// Which ClickHouse shard has a workspace's counts: chosen when the workspace is made, kept in its row.

import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import { takeImportLock } from './import-lock';
import { lockNames } from './lock-names';
import type { Db } from './open-database';

/**
 * Rendezvous hash: the shard from 0 on whose hash with the id is the highest. A further shard takes its share of the
 * workspaces, and all others stay where they are.
 */
export function rendezvousShard(workspaceId: string, shards: number): number {
  let best = { shard: 0, weight: -1 };
  for (let shard = 0; shard < shards; shard++) {
    const weight = createHash('sha256').update(`${shard} ${workspaceId}`).digest().readUIntBE(0, 6);
    if (weight > best.weight) best = { shard, weight };
  }
  return best.shard;
}

/**
 * How long a shard does not take back a workspace that it gave away, ms: longer than a process that removes the rows
 * may stand still.
 */
export const SHARD_REST_MS = 3_600_000;

/** Over how many shards new workspaces are spread; 1 when there is only one ClickHouse. */
export async function findShardCount(db: Db): Promise<number> {
  const { shards } = await db.selectFrom('click_shards').select('shards').executeTakeFirstOrThrow();
  return shards;
}

/** The shard for a new workspace. */
export const chooseShard = async (db: Db, workspaceId: string): Promise<number> =>
  rendezvousShard(workspaceId, await findShardCount(db));

/** `shard` is read; while the workspace moves, `other` gets its rows too. */
export type WorkspaceShards = { shard: number; other: number | null };

/** The shards of the workspaces that exist, by id. */
export async function findWorkspaceShards(
  db: Db,
  workspaceIds: readonly string[],
): Promise<Map<string, WorkspaceShards>> {
  const { rows } = await sql<WorkspaceShards & { id: string }>`
    SELECT id, shard, other_shard AS other FROM workspaces WHERE id = ANY(${[...workspaceIds]}::text[])`.execute(
    db,
  );
  return new Map(rows.map(({ id, ...shards }) => [id, shards]));
}

/** The shard from which each existing workspace is read, by id. */
export async function findShards(db: Db, workspaceIds: readonly string[]): Promise<Map<string, number>> {
  const found = await findWorkspaceShards(db, workspaceIds);
  return new Map([...found].map(([id, { shard }]) => [id, shard]));
}

const nameOf = (workspaceId: string) => `shard of ${workspaceId}`;

/**
 * Holds the lock until the transaction ends: a change of the workspace's shards waits for transactions that write to
 * them.
 */
export const lockShardOf = (transaction: Db, workspaceId: string): Promise<void> =>
  lockNames(transaction, [nameOf(workspaceId)]);

/** The same lock, shared, for transactions that write. */
export async function shareShardOf(transaction: Db, workspaceId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock_shared(hashtextextended(${nameOf(workspaceId)}, 0))`.execute(
    transaction,
  );
}

/**
 * Holds the lock until the transaction ends: opening a compaction, noting what a shard missed, and copying or removing
 * rows of a workspace that moves take turns.
 */
export const lockRowsOfShards = (transaction: Db): Promise<void> =>
  lockNames(transaction, ['rows of shards']);

/** The shard of a workspace; if it does not exist, the shard that it would get. */
export const findShard = async (db: Db, workspaceId: string): Promise<number> =>
  (await findShards(db, [workspaceId])).get(workspaceId) ?? chooseShard(db, workspaceId);

export type RecordedShards =
  | { kind: 'recorded' }
  /** Fewer than are known: some workspaces would have none. */
  | { kind: 'fewer'; known: number }
  /** An import of a workspace runs; its counts are on the shard that the workspace would have had until now. */
  | { kind: 'import_runs' };

/**
 * Spreads new workspaces over `shards` shards from now on. All of them must have their tables, and all services must
 * know them.
 */
export async function recordShardCount(db: Db, shards: number): Promise<RecordedShards> {
  const known = await findShardCount(db);
  if (shards < known) return { kind: 'fewer', known };
  if (shards === known) return { kind: 'recorded' };
  return db.transaction().execute(async (transaction): Promise<RecordedShards> => {
    if (!(await takeImportLock(transaction))) return { kind: 'import_runs' };
    await transaction.updateTable('click_shards').set({ shards }).execute();
    return { kind: 'recorded' };
  });
}

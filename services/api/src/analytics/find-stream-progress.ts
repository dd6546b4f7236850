// Reads how far ClickHouse holds the click stream.

import { storedProgress, type Db } from '@kurz/database';
import { sql } from 'kysely';
import { OPEN_COMPACTION, progressOf, type FoundProgressRow, type StreamProgress } from './stream-progress';

/** The number of the shard that has the workspace's counts, as part of a statement. */
export const shardOf = (workspaceId: string) =>
  sql<number | null>`(SELECT shard FROM workspaces WHERE id = ${workspaceId})`;

/** Without a workspace: as far as all shards hold it. */
export async function findProgressRows(db: Db, workspaceId?: string): Promise<FoundProgressRow[]> {
  const shard = workspaceId === undefined ? undefined : shardOf(workspaceId);
  const { rows } = await sql<FoundProgressRow>`
    SELECT stream_partition AS partition, position, consolidated_until, ${OPEN_COMPACTION} AS compaction
    FROM ${storedProgress(shard)} AS progress`.execute(db);
  return rows;
}

/** What the workspace's shard holds. */
export const findStreamProgress = async (db: Db, workspaceId: string): Promise<StreamProgress> =>
  progressOf(await findProgressRows(db, workspaceId));

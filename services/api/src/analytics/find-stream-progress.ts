// Reads how far ClickHouse holds the click stream.

import { storedProgress, type Db } from '@kurz/database';
import { sql } from 'kysely';
import { openCompactionOf, progressOf, type FoundProgressRow, type StreamProgress } from './stream-progress';

/** The number of the shard that has the workspace's counts, as part of a statement. */
export const shardOf = (workspaceId: string) =>
  sql<number | null>`(SELECT shard FROM workspaces WHERE id = ${workspaceId})`;

/** The progress of the workspace's shard. */
export async function findStreamProgress(db: Db, workspaceId: string): Promise<StreamProgress> {
  const shard = shardOf(workspaceId);
  const { rows } = await sql<FoundProgressRow>`
    SELECT stream_partition AS partition, position, consolidated_until, ${openCompactionOf(shard)} AS compaction
    FROM ${storedProgress(shard)} AS progress`.execute(db);
  return progressOf(rows);
}

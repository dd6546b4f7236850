// Links whose counts are still to be removed: rows of `erasures` that are not closed.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import { LINKS_AT_ONCE } from './link-rows';

/** Where the stream ended at some moment: the end of each partition, by its number. */
export type StreamEnds = Record<string, number>;

export type OpenErasure = {
  linkId: string;
  workspaceId: string;
  passedBy: StreamEnds | null;
  /** Shards that are done with it. */
  cleared: number[];
  /** Seconds since the link was deleted, by PostgreSQL's clock. */
  openSeconds: number;
};

/** For each shard the oldest erasures that it is not done with, as many as one statement may name. */
export async function findOpenErasures(db: Db, shards: number): Promise<OpenErasure[]> {
  const { rows } = await sql<OpenErasure>`
    SELECT DISTINCT link_id AS "linkId", workspace_id AS "workspaceId", passed_by AS "passedBy",
      cleared_shards AS cleared, extract(epoch FROM now() - deleted_at)::float8 AS "openSeconds"
    FROM generate_series(0, ${shards - 1}) AS shard CROSS JOIN LATERAL (
      SELECT link_id, workspace_id, passed_by, cleared_shards, deleted_at FROM erasures
      WHERE closed_at IS NULL AND shard <> ALL (cleared_shards)
      ORDER BY deleted_at, link_id LIMIT ${LINKS_AT_ONCE}) AS oldest`.execute(db);
  return rows;
}

/** Seconds since the oldest of these was deleted; undefined when there are none. */
export const oldestOf = (open: readonly OpenErasure[]): number | undefined =>
  open.length === 0 ? undefined : Math.max(...open.map(({ openSeconds }) => openSeconds));

export async function countOpenErasures(db: Db): Promise<number> {
  const { rows } = await sql<{ open: number }>`
    SELECT count(*) AS open FROM erasures WHERE closed_at IS NULL`.execute(db);
  return rows[0]?.open ?? 0;
}

/** Notes where the stream ended when these erasures were first seen. */
export async function noteEnds(db: Db, linkIds: readonly string[], ends: StreamEnds): Promise<void> {
  await db
    .updateTable('erasures')
    .set({ passed_by: JSON.stringify(ends) })
    .where('link_id', 'in', linkIds)
    .where('closed_at', 'is', null)
    .execute();
}

/**
 * Notes that a shard has no counts of the links left, and gets none. After the last of `shards` the erasures are
 * closed. Their rows stay, because a replay must still find them.
 */
export async function noteCleared(
  db: Db,
  linkIds: readonly string[],
  { shard, shards }: { shard: number; shards: number },
): Promise<void> {
  await sql`
    UPDATE erasures SET cleared_shards = cleared_shards || ${shard}::smallint,
      closed_at = CASE WHEN cardinality(cleared_shards) + 1 >= ${shards} THEN now() END
    WHERE link_id = ANY(${[...linkIds]}::text[]) AND passed_by IS NOT NULL AND closed_at IS NULL
      AND ${shard} <> ALL (cleared_shards)`.execute(db);
}

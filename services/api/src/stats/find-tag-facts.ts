// One query for PostgreSQL's part of a tag's stats: the ids of its links, their lifetime counters, and how far
// ClickHouse holds the click stream.

import { storedProgress, type Db } from '@kurz/database';
import { sql } from 'kysely';
import { shardOf } from '../analytics/find-stream-progress';
import { openCompactionOf, progressOf, type ProgressRow } from '../analytics/stream-progress';
import type { StatsFacts } from './find-stats-facts';

export type TagFacts = StatsFacts & {
  /** As the workspace spells it. */
  name: string;
  createdAt: Date;
  linkCount: number;
  /** Comma-separated, empty without links: 100,000 ids are one text, not 100,000. */
  linkIds: string;
};

type Row = ProgressRow & {
  name: string;
  created_at: Date;
  link_count: number;
  /** Set in the first row only. */
  link_ids: string | null;
  hits: number;
  pre_tracking: number;
  tracking_since: string | null;
};

/** Undefined when the workspace has no such tag. `key`: the key of its name. */
export async function findTagFacts(
  db: Db,
  { workspaceId, key }: { workspaceId: string; key: string },
): Promise<TagFacts | undefined> {
  const shard = shardOf(workspaceId);
  const { rows } = await sql<Row>`
    WITH tag AS (
      SELECT id, name, created_at FROM tags WHERE workspace_id = ${workspaceId} AND name_key = ${key}
    ), summed AS MATERIALIZED (
      SELECT count(*) AS link_count, string_agg(links.id, ',') AS link_ids,
             coalesce(sum(link_hits.hits), 0)::bigint AS hits,
             coalesce(sum(links.pre_tracking), 0)::bigint AS pre_tracking,
             min(coalesce(links.tracking_since, (links.created_at AT TIME ZONE 'UTC')::date)) AS tracking_since
      FROM link_tags JOIN links ON links.id = link_tags.link_id
      LEFT JOIN link_hits ON link_hits.link_id = links.id
      WHERE link_tags.tag_id = (SELECT id FROM tag)
    )
    SELECT tag.name, tag.created_at, summed.link_count, summed.hits, summed.pre_tracking, summed.tracking_since,
           CASE WHEN row_number() OVER () = 1 THEN summed.link_ids END AS link_ids,
           p.stream_partition AS partition, p.position, p.consolidated_until, ${openCompactionOf(shard)} AS compaction
    FROM tag CROSS JOIN summed LEFT JOIN ${storedProgress(shard)} p ON true`.execute(db);
  const [first] = rows;
  if (first === undefined) return undefined;
  return {
    name: first.name,
    createdAt: first.created_at,
    linkCount: first.link_count,
    linkIds: rows.find(({ link_ids: ids }) => ids !== null)?.link_ids ?? '',
    hits: first.hits,
    preTracking: first.pre_tracking,
    trackingSince: first.tracking_since,
    ...progressOf(rows),
  };
}

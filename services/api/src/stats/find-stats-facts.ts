// One query for PostgreSQL's part of a link's stats: its lifetime counter, and how far ClickHouse holds the click
// stream.

import { storedProgress, type Db } from '@kurz/database';
import { sql } from 'kysely';
import {
  openCompactionOf,
  progressOf,
  type ProgressRow,
  type StreamProgress,
} from '../analytics/stream-progress';

export type StatsFacts = StreamProgress & {
  /** Redirects since tracking began, and those carried over from before. */
  hits: number;
  preTracking: number;
  /** First UTC day with a tracked visit; null until there is one. */
  trackingSince: string | null;
};

type Row = ProgressRow & { hits: number | null; pre_tracking: number; tracking_since: string | null };

const shardOfLink = (linkId: string) =>
  sql<number>`(
    SELECT shard FROM workspaces WHERE id = (SELECT workspace_id FROM links WHERE id = ${linkId})
  )`;

/** Undefined when there is no such link (any more). */
export async function findStatsFacts(db: Db, linkId: string): Promise<StatsFacts | undefined> {
  const shard = shardOfLink(linkId);
  const { rows } = await sql<Row>`
    SELECT h.hits, l.pre_tracking, l.tracking_since,
           p.stream_partition AS partition, p.position, p.consolidated_until,
           ${openCompactionOf(shard)} AS compaction
    FROM links l
    LEFT JOIN link_hits h ON h.link_id = l.id
    LEFT JOIN ${storedProgress(shard)} p ON true
    WHERE l.id = ${linkId}`.execute(db);
  const [first] = rows;
  if (first === undefined) return undefined;
  return {
    hits: first.hits ?? 0,
    preTracking: first.pre_tracking,
    trackingSince: first.tracking_since,
    ...progressOf(rows),
  };
}

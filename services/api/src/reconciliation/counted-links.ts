// Reads PostgreSQL's counts of some links with the positions at that moment, and how far ClickHouse holds the stream.

import { NOTHING_AWAITED, storedProgress, type Db } from '@kurz/database';
import { sql } from 'kysely';
import {
  OPEN_COMPACTIONS,
  type FoundProgressRow,
  type OpenCompaction,
  type StreamProgress,
} from '../analytics/stream-progress';
import type { Positions } from './compare-sums';

export type CountedLink = { linkId: string; workspaceId: string; hits: number };

/** The links to read: the `known` links first, then `limit` others in a ring of ids that begins after `after`. */
export type Page = { after: string; limit: number; known: readonly string[] };

export async function findCountedLinks(
  db: Db,
  { after, limit, known }: Page,
): Promise<{ links: CountedLink[]; positions: Positions }> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (snapshot) => {
      const { rows } = await sql<CountedLink>`
        WITH ring AS (
          (SELECT id, workspace_id, 1 AS turn FROM links WHERE id > ${after} ORDER BY id LIMIT ${limit})
          UNION ALL
          (SELECT id, workspace_id, 2 AS turn FROM links WHERE id <= ${after} ORDER BY id LIMIT ${limit})
          ORDER BY turn, id LIMIT ${limit}
        ), page AS (
          SELECT id, workspace_id, 0 AS turn FROM links WHERE id = ANY(${[...known]}::text[])
          UNION ALL SELECT * FROM ring WHERE id <> ALL(${[...known]}::text[])
        )
        SELECT page.id AS "linkId", page.workspace_id AS "workspaceId", coalesce(counted.hits, 0) AS hits
        FROM page LEFT JOIN link_hits AS counted ON counted.link_id = page.id
        ORDER BY page.turn, page.id`.execute(snapshot);
      return { links: rows, positions: await findHitPositions(snapshot) };
    });
}

export async function findHitPositions(db: Db): Promise<Positions> {
  const rows = await db
    .selectFrom('hit_positions')
    .select(['stream_partition as partition', 'position'])
    .execute();
  return new Map(rows.map(({ partition, position }) => [partition, position]));
}

/** How far all shards hold the stream. */
export type Progress = Pick<StreamProgress, 'partitions'> & {
  /** By shard. */
  compactions: Readonly<Record<string, OpenCompaction>>;
  /** The positions of partitions that other stores count too. Imported counts by day are in ClickHouse alone. */
  positions: Positions;
};

type Row = Omit<FoundProgressRow, 'compaction'> & { compactions: Progress['compactions'] | null };

export async function findProgress(db: Db, hits: Positions): Promise<Progress> {
  const { rows } = await sql<Row>`
    SELECT stream_partition AS partition, position, consolidated_until, ${OPEN_COMPACTIONS} AS compactions
    FROM ${storedProgress()} AS progress`.execute(db);
  const finished = Date.parse(NOTHING_AWAITED);
  const counted = rows.filter(
    ({ partition, consolidated_until }) => hits.has(partition) || consolidated_until.getTime() < finished,
  );
  const positions = new Map(counted.map(({ partition, position }) => [partition, position]));
  const partitions = rows.map(({ partition, position }) => ({ partition, position }));
  return { partitions, compactions: rows[0]?.compactions ?? {}, positions };
}

// Counts the links that have any or all of several tags with many links, which takes 50 ms and more. Totals are kept in
// memory, each with the rows of tag_counts that it includes. The links that later rows name are looked up one by one:
// the total is always that of the snapshot.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import { ofState } from './kept-counts';
import { ofCopies, type LinkFilter } from './matching';

type Tags = { ids: readonly string[]; needed: number };
type Kept = { rows: ReadonlySet<string>; total: number };
/** `links`: how many links the row names. Null when it counts links without naming them. */
type CountRow = { id: string; links: number | null };

/** Reading more rows takes longer than reading the page. Rows are folded every ten minutes. */
const MAX_ROWS = 1_000;
/** Up to this many links are looked up one by one, which takes 10 ms. */
const MAX_CHANGED = 5_000;
const MAX_KEPT = 200;

async function readRows(db: Db, { archived }: LinkFilter, ids: readonly string[]): Promise<CountRow[]> {
  const { rows } = await sql<CountRow>`
    SELECT id, cardinality(link_ids) AS links FROM tag_counts
    WHERE tag_id = ANY(${ids}::text[]) ${ofState(archived)} LIMIT ${MAX_ROWS + 1}`.execute(db);
  return rows;
}

/** The rows since the total was kept. Undefined when their changes are not known or too many to look up. */
function rowsSince({ rows }: Kept, now: readonly CountRow[]): CountRow[] | undefined {
  const since = now.filter(({ id }) => !rows.has(id));
  if (since.length !== now.length - rows.size || since.some(({ links }) => links === null)) return undefined;
  return since.reduce((sum, { links }) => sum + (links ?? 0), 0) > MAX_CHANGED ? undefined : since;
}

/** By how many links these rows change the total. Before them, a link had `gained` fewer tags. */
async function countChange(
  db: Db,
  filter: LinkFilter,
  { ids, needed }: Tags,
  since: readonly CountRow[],
): Promise<number> {
  if (since.length === 0) return 0;
  const { rows } = await sql<{ links: number }>`
    SELECT sum((has >= ${needed}::int)::int - (has - gained >= ${needed}::int)::int) AS links FROM (
      SELECT named.link_id, sum(sign(counts.links)) AS gained,
        (SELECT count(*) FROM link_tags AS links
         WHERE links.link_id = named.link_id AND links.tag_id = ANY(${ids}::text[]) AND ${ofCopies(filter)}) AS has
      FROM tag_counts AS counts, unnest(counts.link_ids) AS named (link_id)
      WHERE counts.tag_id = ANY(${ids}::text[]) AND counts.id = ANY(${since.map(({ id }) => id)}::uuid[])
      GROUP BY named.link_id) AS changed`.execute(db);
  return rows[0]?.links ?? 0;
}

/** `total` is undefined when the caller has to count. `keep` takes the count of the same snapshot. */
export type ReadTotal = (
  db: Db,
  filter: LinkFilter,
  tags: Tags,
) => Promise<{ total?: number; keep: (total: number) => void }>;

/** To be called in transactions of one snapshot each. */
export function makeTotalsOfTags(): ReadTotal {
  const known = new Map<string, Kept>();

  const remember = (key: string, kept: Kept) => {
    known.delete(key);
    known.set(key, kept);
    const [oldest] = known.keys();
    if (known.size > MAX_KEPT && oldest !== undefined) known.delete(oldest);
  };

  return async (db, filter, tags) => {
    const now = await readRows(db, filter, tags.ids);
    if (now.length > MAX_ROWS) return { keep: () => undefined };
    const key = JSON.stringify([filter.archived, tags.needed, ...[...tags.ids].sort()]);
    const rows = new Set(now.map(({ id }) => id));
    const keep = (total: number) => remember(key, { rows, total });
    const kept = known.get(key);
    const since = kept && rowsSince(kept, now);
    if (!kept || !since) return { keep };
    const total = kept.total + (await countChange(db, filter, tags, since));
    keep(total);
    return { total, keep };
  };
}

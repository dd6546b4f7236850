// One page of the links that have any or all of several tags. Of tags with many links only those up to the end of the page are
// read in the list's order; how many links two of them share is counted by a join.

import type { Db } from '@kurz/database';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { findTagPage } from './find-tag-page';
import { readTagCounts } from './kept-counts';
import { linksOfOthers } from './links-of-others';
import { copiesOrderingOf, orderingOf, type Page } from './list-order';
import { ofCopies, severalTagsOf, type LinkFilter } from './matching';
import { textBytes, type PageEntry } from './text-bytes';

/** Links are looked up one by one: 10 ms for so many. */
const FEW = 5_000;
/** Tags with more links, of which a list may have any. */
const MOST_LARGE = 2;

type Found = { total: number; entries: PageEntry[] };
type Counted = { id: string; links: number };

/** Few links are looked up one by one; the rows of tags with many are read together. */
function hasAll({ links }: Counted, ids: readonly string[]): RawBuilder<SqlBool> {
  if (links <= FEW)
    return sql`(SELECT count(*) FROM link_tags AS has
      WHERE has.link_id = links.link_id AND has.tag_id = ANY(${ids}::text[])) = ${ids.length}::int`;
  const each = ids.map(
    (id) => sql<SqlBool>`links.link_id IN (SELECT link_id FROM link_tags WHERE tag_id = ${id})`,
  );
  return sql.join(each, sql` AND `);
}

/** Those of `least` that have all others. */
async function findOfAll(
  db: Db,
  filter: LinkFilter,
  { least, others }: { least: Counted; others: readonly Counted[] },
  page: Page,
): Promise<Found> {
  const { clause } = orderingOf(page.order);
  const { key } = copiesOrderingOf(page.order);
  const ids = others.map(({ id }) => id);
  const { rows } = await sql<{ total: number; id: string | null; bytes: number }>`
    WITH matched AS MATERIALIZED (
      SELECT links.id, links.created_at AS made_at, ${key} AS key
      FROM (SELECT *, link_id AS id FROM link_tags) AS links
      WHERE links.tag_id = ${least.id} AND ${ofCopies(filter)} AND ${hasAll(least, ids)}
    ), page AS (
      SELECT id, made_at, key FROM matched ORDER BY ${clause} LIMIT ${page.limit} OFFSET ${page.offset}
    )
    SELECT total, id, ${textBytes} AS bytes
    FROM (SELECT count(*) AS total FROM matched) AS counted LEFT JOIN (page JOIN links USING (id)) ON true
    ORDER BY ${clause}`.execute(db);
  const entries = rows.flatMap(({ id, bytes }) => (id === null ? [] : [{ id, bytes }]));
  return { total: rows[0]?.total ?? 0, entries };
}

/** How many links have both tags. */
async function countShared(db: Db, filter: LinkFilter, [one, other]: readonly Counted[]): Promise<number> {
  if (!one || !other) return 0;
  const { rows } = await sql<{ links: number }>`
    SELECT count(*) AS links FROM link_tags AS links
    WHERE tag_id = ${one.id} AND ${ofCopies(filter)} AND ${hasAll(one, [other.id])}`.execute(db);
  return rows[0]?.links ?? 0;
}

async function countBeside(db: Db, of: Parameters<typeof linksOfOthers>[0]): Promise<number> {
  if (of.others.length === 0) return 0;
  const { rows } = await sql<{ links: number }>`
    SELECT count(*) AS links FROM ${linksOfOthers(of)} AS others`.execute(db);
  return rows[0]?.links ?? 0;
}

/** Those of one tag or two that many links have, and what the others have beside them. */
async function findOfAny(
  db: Db,
  filter: LinkFilter,
  { many, others }: { many: readonly Counted[]; others: readonly Counted[] },
  page: Page,
): Promise<Found | undefined> {
  const tagIds = many.map(({ id }) => id);
  const of = { tagIds, others: others.map(({ id }) => id), condition: ofCopies(filter) };
  const ofMany = many.reduce((links, each) => links + each.links, 0) - (await countShared(db, filter, many));
  const total = ofMany + (await countBeside(db, of));
  if (page.offset >= total) return { total, entries: [] };
  const entries = await findTagPage(db, { ...of, total }, page);
  return entries && { total, entries };
}

/** Undefined: it is not of tags alone, or has to be read otherwise. */
export async function findPageOfTags(db: Db, filter: LinkFilter, page: Page): Promise<Found | undefined> {
  const tagged = severalTagsOf(filter);
  if (!tagged) return undefined;
  const counted = (await readTagCounts(db, { ids: tagged.ids, ...filter })).sort((a, b) => a.links - b.links);
  const [least, ...rest] = counted;
  if (!least) return undefined;
  if (tagged.needed > 1) return findOfAll(db, filter, { least, others: rest }, page);
  let sum = 0;
  const others = counted.slice(0, -1).filter(({ links }) => (sum += links) <= FEW);
  const many = counted.slice(others.length);
  if (many.length > MOST_LARGE || (many.length > 1 && page.offset + page.limit > FEW)) return undefined;
  return findOfAny(db, filter, { many, others }, page);
}

// One page of the links that have any or all of several tags, of which at most one has many links: that one's are not read
// but for those up to the end of the page.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import { findTagPage } from './find-tag-page';
import { readTagCounts } from './kept-counts';
import { linksOfOthers } from './links-of-others';
import { copiesOrderingOf, orderingOf, type Page } from './list-order';
import { ofCopies, severalTagsOf, type LinkFilter } from './matching';
import { textBytes, type PageEntry } from './text-bytes';

/** Links are looked up one by one: 10 ms for so many. */
const FEW = 5_000;

type Found = { total: number; entries: PageEntry[] };
type Counted = { id: string; links: number };

/** Those of `few` that have all others. */
async function findOfAll(
  db: Db,
  filter: LinkFilter,
  [few, ...others]: Counted[],
  page: Page,
): Promise<Found> {
  const { clause } = orderingOf(page.order);
  const { key } = copiesOrderingOf(page.order);
  const ids = others.map(({ id }) => id);
  const { rows } = await sql<{ total: number; id: string | null; bytes: number }>`
    WITH matched AS MATERIALIZED (
      SELECT links.id, links.created_at AS made_at, ${key} AS key
      FROM (SELECT *, link_id AS id FROM link_tags) AS links
      WHERE links.tag_id = ${few?.id} AND ${ofCopies(filter)}
        AND (SELECT count(*) FROM link_tags AS has
             WHERE has.link_id = links.link_id AND has.tag_id = ANY(${ids}::text[])) = ${ids.length}::int
    ), page AS (
      SELECT id, made_at, key FROM matched ORDER BY ${clause} LIMIT ${page.limit} OFFSET ${page.offset}
    )
    SELECT total, id, ${textBytes} AS bytes
    FROM (SELECT count(*) AS total FROM matched) AS counted LEFT JOIN (page JOIN links USING (id)) ON true
    ORDER BY ${clause}`.execute(db);
  const entries = rows.flatMap(({ id, bytes }) => (id === null ? [] : [{ id, bytes }]));
  return { total: rows[0]?.total ?? 0, entries };
}

/** Those of `many`, and what the others have beside them. */
async function findOfAny(
  db: Db,
  filter: LinkFilter,
  { many, others }: { many: Counted; others: readonly Counted[] },
  page: Page,
): Promise<Found | undefined> {
  const of = { tagId: many.id, others: others.map(({ id }) => id), condition: ofCopies(filter) };
  const { rows } = await sql<{ links: number }>`
    SELECT count(*) AS links FROM ${linksOfOthers(of)} AS others`.execute(db);
  const total = many.links + (rows[0]?.links ?? 0);
  if (page.offset >= total) return { total, entries: [] };
  const entries = await findTagPage(db, { ...of, total }, page);
  return entries && { total, entries };
}

/** Undefined: it is not of tags alone, or has to be read otherwise. */
export async function findPageOfTags(db: Db, filter: LinkFilter, page: Page): Promise<Found | undefined> {
  const tagged = severalTagsOf(filter);
  if (!tagged) return undefined;
  const counted = (await readTagCounts(db, { ids: tagged.ids, ...filter })).sort((a, b) => a.links - b.links);
  if (tagged.needed > 1)
    return (counted[0]?.links ?? 0) <= FEW ? findOfAll(db, filter, counted, page) : undefined;
  const many = counted.pop();
  const sum = counted.reduce((links, each) => links + each.links, 0);
  return many && sum <= FEW ? findOfAny(db, filter, { many, others: counted }, page) : undefined;
}

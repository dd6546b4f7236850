// Finds one page of the links that have any of some tags, or any of other tags with few links: ids and sizes. However
// many links a tag has or share a value, it reads at most four times the tag's rows up to the end of the page, the rows
// of counted_links, and the rows of the other tags.

import type { Db } from '@kurz/database';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { countNotedLinks } from '../tags/copy-counted-links';
import { hasEach } from './count-links-of-tags';
import type { Page } from './list-order';
import { linksOfOthers } from './links-of-others';
import { textBytes, type PageEntry } from './text-bytes';

/** `total`: the number of links. `condition`: on `links`, an alias of `link_tags`. `others`: tags with few links. */
type Of = {
  tagIds: readonly string[];
  total: number;
  condition: RawBuilder<SqlBool>;
  others?: readonly string[];
};
type First = { value: RawBuilder<unknown>; condition: RawBuilder<SqlBool> };
/** Rows of `id`, `made_at` and what `order` compares: the links up to the end of a page, and perhaps more. */
type Ordered = { rows: RawBuilder<unknown>; order: RawBuilder<unknown> };

const isDescending = ({ order }: Page) => order.startsWith('-');
const directionOf = (page: Page) => (isDescending(page) ? sql`DESC` : sql`ASC`);

/**
 * The first `offset + limit` links by a value, equal values from the newest on. The index has that second order in one
 * direction only. So the statement finds the last of these values first, then the links beyond it, then the links that
 * have it.
 */
function firstLinks({ value, condition }: First, page: Page) {
  const upTo = sql`LIMIT ${page.offset + page.limit}`;
  const inOrder = sql`ORDER BY ${value} ${directionOf(page)} ${upTo}`;
  const rows = (where: RawBuilder<SqlBool>) => sql`
    SELECT link_id AS id, created_at AS made_at, ${value} AS key FROM link_tags AS links
    WHERE ${condition} AND ${where}`;
  const last = sql`(
    SELECT ${isDescending(page) ? sql`min` : sql`max`}(key)
    FROM (SELECT ${value} AS key FROM link_tags AS links WHERE ${condition} ${inOrder}) AS first)`;
  const beyond = sql<SqlBool>`${value} ${isDescending(page) ? sql`>` : sql`<`} ${last}`;
  return sql`
    (${rows(beyond)} ${inOrder})
    UNION ALL (${rows(sql<SqlBool>`${value} = ${last}`)} ORDER BY created_at DESC, link_id ${upTo})`;
}

/** `rowsOf` returns the rows of one tag. A link with several tags appears once. */
function ofEach({ tagIds }: Pick<Of, 'tagIds'>, rowsOf: (ofTag: RawBuilder<SqlBool>) => RawBuilder<unknown>) {
  const rows = tagIds.map((tagId) => sql`(${rowsOf(sql<SqlBool>`links.tag_id = ${tagId}`)})`);
  return sql.join(rows, sql` UNION `);
}

/** The hits of links that were counted since they were copied are read from link_hits. */
function byHits({ tagIds, condition, others = [] }: Of, page: Page): Ordered {
  const isCopied = sql<SqlBool>`${condition} AND links.link_id NOT IN (SELECT id FROM counted)`;
  const first = (ofTag: RawBuilder<SqlBool>) =>
    firstLinks({ value: sql`links.hits`, condition: sql<SqlBool>`${ofTag} AND ${isCopied}` }, page);
  const rows = sql`
    WITH counted AS MATERIALIZED (
      SELECT DISTINCT links.link_id AS id, links.created_at AS made_at, links.pre_tracking + coalesce(link_hits.hits, 0) AS key
      FROM (SELECT DISTINCT unnest(link_ids) AS link_id FROM counted_links) AS noted
      JOIN link_tags AS links USING (link_id) LEFT JOIN link_hits USING (link_id)
      WHERE links.tag_id = ANY(${tagIds}::text[]) AND ${condition}
    )
    ${ofEach({ tagIds }, first)} UNION ALL SELECT * FROM counted
    UNION ALL SELECT id, created_at, hits FROM ${linksOfOthers({ tagIds, condition, others })} AS others`;
  return { rows, order: sql`key ${directionOf(page)}, made_at DESC, id` };
}

/** Links without a title come last either way. */
function byTitle({ tagIds, condition, others = [] }: Of, page: Page): Ordered {
  const value = sql`(links.title COLLATE "und-x-icu")`;
  const first = (ofTag: RawBuilder<SqlBool>) => {
    const isTitled = sql<SqlBool>`${ofTag} AND ${condition} AND ${value} > ''`;
    return sql`
      SELECT *, false AS is_bare FROM (${firstLinks({ value, condition: isTitled }, page)}) AS titled
      UNION ALL (
        SELECT link_id, created_at, ${value}, true FROM link_tags AS links
        WHERE ${ofTag} AND ${condition} AND ${value} = ''
        ORDER BY created_at DESC, link_id LIMIT ${page.offset + page.limit}
      )`;
  };
  const rows = sql`
    ${ofEach({ tagIds }, first)} UNION ALL
    SELECT id, created_at, title COLLATE "und-x-icu", title = ''
    FROM ${linksOfOthers({ tagIds, condition, others })} AS others`;
  return { rows, order: sql`is_bare, key ${directionOf(page)}, made_at DESC, id` };
}

function byTime({ tagIds, condition, others = [] }: Of, page: Page): Ordered {
  const order = (madeAt: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
    isDescending(page) ? sql`${madeAt} DESC, ${id}` : sql`${madeAt}, ${id} DESC`;
  const first = (ofTag: RawBuilder<SqlBool>) => sql`
    SELECT link_id AS id, created_at AS made_at FROM link_tags AS links
    WHERE ${ofTag} AND ${condition}
    ORDER BY ${order(sql`created_at`, sql`link_id`)} LIMIT ${page.offset + page.limit}`;
  const rows = sql`
    ${ofEach({ tagIds }, first)}
    UNION ALL SELECT id, created_at FROM ${linksOfOthers({ tagIds, condition, others })} AS others`;
  return { rows, order: order(sql`made_at`, sql`id`) };
}

/** Finding one link of counted_links among the tag's links takes as long as reading this many links of the tag. */
const NOTED_COST = 10;

/** Undefined when reading all links of the tags takes less time than finding those of counted_links. */
async function orderedLinks(db: Db, of: Of, page: Page): Promise<Ordered | undefined> {
  if (page.order.endsWith('created')) return byTime(of, page);
  if (!page.order.endsWith('hits')) return byTitle(of, page);
  return (await countNotedLinks(db)) * NOTED_COST > of.total ? undefined : byHits(of, page);
}

async function readPage(db: Db, { rows, order }: Ordered, { offset, limit }: Page): Promise<PageEntry[]> {
  const found = await sql<PageEntry>`
    WITH page AS (SELECT * FROM (${rows}) AS matched ORDER BY ${order} LIMIT ${limit} OFFSET ${offset})
    SELECT id, ${textBytes} AS bytes FROM page JOIN links USING (id) ORDER BY ${order}`.execute(db);
  return found.rows;
}

/** Undefined in the same case as orderedLinks. */
export async function findTagPage(db: Db, of: Of, page: Page): Promise<PageEntry[] | undefined> {
  const ordered = await orderedLinks(db, of, page);
  return ordered && readPage(db, ordered, page);
}

/** `total`: how many links the tag has. `others`: tags that each link of the page has too. */
type Among = { tagId: string; others: readonly string[]; total: number; condition: RawBuilder<SqlBool> };

/** Finds the page among a tag's first `most` links; shorter when the rest is not there. Undefined as orderedLinks. */
export async function findPageAmongFirst(
  db: Db,
  { tagId, others, total, condition }: Among,
  page: Page,
  most: number,
): Promise<PageEntry[] | undefined> {
  const first = { ...page, offset: 0, limit: most };
  const ordered = await orderedLinks(db, { tagIds: [tagId], total, condition }, first);
  if (!ordered) return undefined;
  const { rows, order } = ordered;
  const withAll = sql`
    SELECT * FROM (SELECT * FROM (${rows}) AS each ORDER BY ${order} LIMIT ${most}) AS first
    WHERE ${hasEach('first.id', others)}`;
  return readPage(db, { rows: withAll, order }, page);
}

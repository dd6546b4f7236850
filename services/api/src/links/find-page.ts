// Finds one page of the links that a list's filters leave: ids and sizes in the list's order, then the links
// themselves.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import { linkRows, type LinkRow } from './link-rows';
import { readLinkCount, readTagCount } from './kept-counts';
import { makeFindPageOfTags, type FindPageOfTags } from './find-page-of-tags';
import { findTagPage } from './find-tag-page';
import { orderingOf, readsAll, type Page } from './list-order';
import { isOfAll, matchedLinks, ofCopies, onlyTagOf, type LinkFilter } from './matching';
import { textBytes, type PageEntry } from './text-bytes';

/**
 * Up to this many matches of a search are materialized and then sorted. Otherwise the planner may walk the links from
 * the newest on, which takes a second for a rare term among a million links.
 */
const FEW = 20_000;
/** The index knows pieces of three characters; for shorter terms materializing reads every link of the workspace. */
const INDEXED_CHARACTERS = 3;
/** One link of the walk costs as much as this many links that materializing reads in the order of the disk. */
const WALK_COST = 3;
/** For this many workspaces the process remembers whether they have few links. */
const MAX_KNOWN = 10_000;

/** `total`: how many links the filters leave. */
export type FoundPage = { total: number; entries: PageEntry[] };

/** How many links the filters leave. */
async function countLinks(db: Db, filter: LinkFilter): Promise<number> {
  if (isOfAll(filter)) return readLinkCount(db, filter);
  const tagId = onlyTagOf(filter);
  if (tagId !== undefined && !filter.createdFrom && !filter.createdBefore)
    return readTagCount(db, { tagId, ...filter });
  const { source, condition } = matchedLinks(filter);
  const { rows } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM ${source} WHERE ${condition}`.execute(db);
  return rows[0]?.total ?? 0;
}

/** Whether no search of the workspace can have more than few matches. */
async function hasFewLinks(db: Db, workspaceId: string): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    SELECT count(*) <= ${FEW} AS has
    FROM (SELECT FROM links WHERE workspace_id = ${workspaceId} LIMIT ${FEW + 1}) AS seen`.execute(db);
  return rows[0]?.has ?? false;
}

/** Reads matches once: with long texts, that is nearly the whole cost of a search. Undefined for more than FEW. */
async function materializePage(
  db: Db,
  filter: LinkFilter,
  { offset, limit, order }: Page,
): Promise<FoundPage | undefined> {
  const { clause } = orderingOf(order);
  const { source, condition, key } = matchedLinks(filter, order);
  const { rows } = await sql<{ total: number; id: string | null; bytes: number }>`
    WITH matched AS MATERIALIZED (
      SELECT links.id, links.created_at AS made_at, ${key} AS key FROM ${source} WHERE ${condition}
      LIMIT ${FEW + 1}
    ), page AS (
      SELECT id, made_at, key FROM matched ORDER BY ${clause} LIMIT ${limit} OFFSET ${offset}
    )
    SELECT total, id, ${textBytes} AS bytes
    FROM (SELECT count(*) AS total FROM matched) AS counted LEFT JOIN (page JOIN links USING (id)) ON true
    ORDER BY ${clause}`.execute(db);
  const total = rows[0]?.total ?? 0;
  if (total > FEW) return undefined;
  return { total, entries: rows.flatMap(({ id, bytes }) => (id === null ? [] : [{ id, bytes }])) };
}

function isMaterialized(q: string | undefined, { offset, limit }: Page, total: number): boolean {
  if (q === undefined || total > FEW) return false;
  return [...q].length >= INDEXED_CHARACTERS || (offset + limit) * WALK_COST >= total;
}

/** For a tag's links the planner prefers a parallel scan over the index, although the scan takes twice as long. */
const readAlone = (db: Db) => sql`SET LOCAL max_parallel_workers_per_gather = 0`.execute(db);

/** Counts first: for a term that many links have, materializing takes half as long as counting, and finds no page. */
async function countAndFindPage(
  db: Db,
  filter: LinkFilter,
  page: Page,
  findPageOfTags: FindPageOfTags,
): Promise<FoundPage> {
  const { offset, limit } = page;
  if (filter.tagged) await readAlone(db);
  const ofTags = await findPageOfTags(db, filter, page);
  const total = ofTags?.total ?? (await countLinks(db, filter));
  if (ofTags?.entries) return { total, entries: ofTags.entries };
  if (offset >= total) return { total, entries: [] };
  const tagId = onlyTagOf(filter);
  if (tagId !== undefined && readsAll(page.order)) {
    const entries = await findTagPage(db, { tagIds: [tagId], total, condition: ofCopies(filter) }, page);
    if (entries) return { total, entries };
  }
  const form = isMaterialized(filter.q, page, total) ? sql`MATERIALIZED` : sql`NOT MATERIALIZED`;
  const { clause } = orderingOf(page.order);
  const { source, condition, key } = matchedLinks(filter, page.order);
  const { rows } = await sql<PageEntry>`
    WITH matched AS ${form} (
      SELECT links.id, links.created_at AS made_at, ${key} AS key FROM ${source} WHERE ${condition}
    ), page AS (
      SELECT id, made_at, key FROM matched ORDER BY ${clause} LIMIT ${limit} OFFSET ${offset}
    )
    SELECT id, ${textBytes} AS bytes FROM page JOIN links USING (id) ORDER BY ${clause}`.execute(db);
  return { total, entries: rows };
}

/** `db`: a transaction of one snapshot, so that the page belongs to its total. */
export type FindPage = (db: Db, filter: LinkFilter, page: Page) => Promise<FoundPage>;

/** Checks once whether a workspace has few links. When it has grown since, one search runs twice, later ones once. */
export function makeFindPage(): FindPage {
  const isSmall = new Map<string, boolean>();
  const findPageOfTags = makeFindPageOfTags();

  const remember = (workspaceId: string, isIt: boolean) => {
    isSmall.set(workspaceId, isIt);
    const [oldest] = isSmall.keys();
    if (isSmall.size > MAX_KNOWN && oldest !== undefined) isSmall.delete(oldest);
    return isIt;
  };

  return async (db, filter, page) => {
    const { workspaceId, q } = filter;
    if (
      q !== undefined &&
      (isSmall.get(workspaceId) ?? remember(workspaceId, await hasFewLinks(db, workspaceId)))
    ) {
      const materialized = await materializePage(db, filter, page);
      if (materialized) return materialized;
      remember(workspaceId, false);
    }
    return countAndFindPage(db, filter, page, findPageOfTags);
  };
}

/** Returns the links in the order of `ids`. */
export async function findLinksOfPage(db: Db, ids: readonly string[]): Promise<LinkRow[]> {
  const rows = await linkRows(db).where('links.id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

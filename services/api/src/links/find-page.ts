// Finds one page of the links that a list's filters leave, newest first: ids and sizes, then the links themselves.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import { linkRows, type LinkRow } from './link-rows';
import { matching, type LinkFilter } from './matching';
import { textBytes } from './text-bytes';

/**
 * Up to so many matches that the search index finds are gathered and then sorted. Left to itself the planner may walk
 * the links from the newest on: a second for a rare term among a million links.
 */
const FEW = 20_000;
/** The index knows pieces of three characters; for shorter terms gathering reads every link of the workspace. */
const INDEXED_CHARACTERS = 3;
/** A link on the walk costs so many of those that gathering reads in the order of the disk. */
const WALK_COST = 3;

export type Page = {
  offset: number;
  limit: number;
  /** What countLinks found in the same snapshot. */
  total: number;
};

function isGathered(q: string | undefined, { offset, limit, total }: Page): boolean {
  if (q === undefined || total > FEW) return false;
  return [...q].length >= INDEXED_CHARACTERS || (offset + limit) * WALK_COST >= total;
}

/** A link of the page, and the bytes of its texts. */
export type PageEntry = { id: string; bytes: number };

export async function findPage(db: Db, filter: LinkFilter, page: Page): Promise<PageEntry[]> {
  const { offset, limit, total } = page;
  if (offset >= total) return [];
  const form = isGathered(filter.q, page) ? sql`MATERIALIZED` : sql`NOT MATERIALIZED`;
  const { rows } = await sql<PageEntry>`
    WITH matched AS ${form} (
      SELECT id, created_at FROM links WHERE ${matching(filter)}
    ), page AS (
      SELECT id, created_at FROM matched ORDER BY created_at DESC, id LIMIT ${limit} OFFSET ${offset}
    )
    SELECT page.id, ${textBytes} AS bytes
    FROM page JOIN links USING (id) ORDER BY page.created_at DESC, page.id`.execute(db);
  return rows;
}

export async function findLinksOfPage(db: Db, ids: readonly string[]): Promise<LinkRow[]> {
  return linkRows(db)
    .where('links.id', 'in', ids)
    .orderBy('links.created_at', 'desc')
    .orderBy('links.id')
    .execute();
}

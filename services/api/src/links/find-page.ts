// Finds one page of the links that a list's filters leave: ids and sizes in the list's order, then the links themselves.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import { linkRows, type LinkRow } from './link-rows';
import { orderingOf, type ListOrder } from './list-order';
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
  order: ListOrder;
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
  const { key, joined, clause } = orderingOf(page.order);
  const { rows } = await sql<PageEntry>`
    WITH matched AS ${form} (
      SELECT links.id, links.created_at AS made_at, ${key} AS key FROM links ${joined} WHERE ${matching(filter)}
    ), page AS (
      SELECT id, made_at, key FROM matched ORDER BY ${clause} LIMIT ${limit} OFFSET ${offset}
    )
    SELECT id, ${textBytes} AS bytes FROM page JOIN links USING (id) ORDER BY ${clause}`.execute(db);
  return rows;
}

/** In the order of the ids. */
export async function findLinksOfPage(db: Db, ids: readonly string[]): Promise<LinkRow[]> {
  const rows = await linkRows(db).where('links.id', 'in', ids).execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

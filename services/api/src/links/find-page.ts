// Finds one page of the links that a list's filters leave, newest first.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import { linkRows, type LinkRow } from './link-rows';
import { matching, type LinkFilter } from './matching';

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

export async function findPage(db: Db, filter: LinkFilter, page: Page): Promise<LinkRow[]> {
  const { offset, limit, total } = page;
  if (offset >= total) return [];
  const form = isGathered(filter.q, page) ? sql`MATERIALIZED` : sql`NOT MATERIALIZED`;
  const { rows: ids } = await sql<{ id: string }>`
    WITH matched AS ${form} (
      SELECT id, created_at FROM links WHERE ${matching(filter)}
    )
    SELECT id FROM matched ORDER BY created_at DESC, id LIMIT ${limit} OFFSET ${offset}`.execute(db);
  if (ids.length === 0) return [];
  return linkRows(db)
    .where(
      'links.id',
      'in',
      ids.map((row) => row.id),
    )
    .orderBy('links.created_at', 'desc')
    .orderBy('links.id')
    .execute();
}

// Counts the links that a list's filters leave.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import { matching, type LinkFilter } from './matching';

export async function countLinks(db: Db, filter: LinkFilter): Promise<number> {
  const { rows } = await sql<{ total: number }>`
    SELECT count(*) AS total FROM links WHERE ${matching(filter)}`.execute(db);
  return rows[0]?.total ?? 0;
}

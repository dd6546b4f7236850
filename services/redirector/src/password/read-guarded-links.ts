// The only statement that reads the data behind a password: where a link leads, and the hash that opens it. Used only
// for a visitor who sends a password, or a cookie that says that they did.

import type { Db } from '@kurz/database';
import type { CachedLink } from '@kurz/link-cache';
import { sql } from 'kysely';
import { linkOfRow, type LinkRow } from '../resolve/sql/read-links';

type GuardedRow = LinkRow & {
  slug: string;
  password_hash: string | null;
  guarded_location: string | null;
  guarded_conditions: string | null;
};

/** `link`: as it is without its password. `passwordHash` null: the link has no password any more. */
export type GuardedLink = { slug: string; link: CachedLink; passwordHash: string | null };

function guardedLinkOf(row: GuardedRow): GuardedLink {
  const { slug, password_hash: passwordHash, guarded_location: location } = row;
  const open = { location: location ?? '', conditions: row.guarded_conditions, fallback_location: location };
  return { slug, link: linkOfRow(passwordHash === null ? row : { ...row, ...open }), passwordHash };
}

/** One result for each id, in their order; undefined when there is no such link. */
export async function readGuardedLinks(db: Db, ids: readonly string[]): Promise<(GuardedLink | undefined)[]> {
  // the pool names the statement by its first words
  const { rows } = await sql<GuardedRow>`/* prepared read_guarded_links */
    SELECT id, workspace_id, slug, location, is_enabled, is_restricted OR is_suspended AS is_restricted, is_unsafe,
           starts_at, expires_at, expired_location, conditions, fallback_location,
           password_hash, guarded_location, guarded_conditions, version
    FROM links WHERE id = ANY(${[...new Set(ids)]}::text[])`.execute(db);
  const found = new Map(rows.map((row) => [row.id, guardedLinkOf(row)]));
  return ids.map((id) => found.get(id));
}

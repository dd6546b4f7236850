// The one statement that reads what is behind a password: where a link leads, and the hash that opens it. Only for a
// visitor who sends a password or shows that they did.

import type { Db } from '@kurz/database';
import { cachedLinkOf, type CachedLink } from '@kurz/link-cache';
import { sql } from 'kysely';

type GuardedRow = {
  id: string;
  workspace_id: string;
  slug: string;
  location: string;
  is_enabled: boolean;
  is_restricted: boolean;
  is_unsafe: boolean;
  starts_at: Date | null;
  expires_at: Date | null;
  expired_location: string | null;
  conditions: string | null;
  fallback_location: string | null;
  password_hash: string | null;
  guarded_location: string | null;
  guarded_conditions: string | null;
  version: number;
};

/** `link`: as it is without its password. `passwordHash` null: it has none any more. */
export type GuardedLink = { slug: string; link: CachedLink; passwordHash: string | null };

function guardedLinkOf(row: GuardedRow): GuardedLink {
  const isGuarded = row.password_hash !== null;
  const link = cachedLinkOf({
    id: row.id,
    workspaceId: row.workspace_id,
    location: isGuarded ? (row.guarded_location ?? '') : row.location,
    isEnabled: row.is_enabled,
    isRestricted: row.is_restricted,
    isUnsafe: row.is_unsafe,
    startsAt: row.starts_at?.getTime() ?? null,
    expiresAt: row.expires_at?.getTime() ?? null,
    expiredLocation: row.expired_location,
    conditions: isGuarded ? row.guarded_conditions : row.conditions,
    fallbackLocation: isGuarded ? row.guarded_location : row.fallback_location,
    version: row.version,
  });
  return { slug: row.slug, link, passwordHash: row.password_hash };
}

/** Undefined where there is no such link. One for each id, in their order. */
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

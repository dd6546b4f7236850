// Links by their zones and slugs, as the link cache holds them; a tombstone of version 0 when there is none. Prepared:
// every miss and every guessed slug comes here, and planning takes ten times as long as the look-up itself.

import type { Db } from '@kurz/database';
import { cachedLinkOf, type CachedLink, type LinkCacheEntry, type LinkCacheKey } from '@kurz/link-cache';
import { sql } from 'kysely';
import type { KeyedLink } from '../../near-cache/near-cache';

/** The columns that decide a link's answer. */
export type LinkRow = {
  id: string;
  workspace_id: string;
  location: string;
  is_enabled: boolean;
  is_restricted: boolean;
  is_unsafe: boolean;
  starts_at: Date | null;
  expires_at: Date | null;
  expired_location: string | null;
  conditions: string | null;
  fallback_location: string | null;
  version: number;
};

export const linkOfRow = (row: LinkRow): CachedLink =>
  cachedLinkOf({
    id: row.id,
    workspaceId: row.workspace_id,
    location: row.location,
    isEnabled: row.is_enabled,
    isRestricted: row.is_restricted,
    isUnsafe: row.is_unsafe,
    startsAt: row.starts_at?.getTime() ?? null,
    expiresAt: row.expires_at?.getTime() ?? null,
    expiredLocation: row.expired_location,
    conditions: row.conditions,
    fallbackLocation: row.fallback_location,
    version: row.version,
  });

type KeyedRow = LinkRow & { zone_id: string; slug: string };

const nameOf = (zoneId: string, slug: string) => `${zoneId}/${slug}`;

const COLUMNS = sql`id, workspace_id, zone_id, slug, location, is_enabled, is_restricted OR is_suspended AS is_restricted,
           is_unsafe, starts_at, expires_at, expired_location, conditions, fallback_location, version`;

/** One entry for each key, in their order. */
export async function readLinks(db: Db, keys: readonly LinkCacheKey[]): Promise<LinkCacheEntry[]> {
  const zoneIds = keys.map(({ zoneId }) => zoneId);
  const slugs = keys.map(({ slug }) => slug);
  // the pool names the statement by its first words
  const { rows } = await sql<KeyedRow>`/* prepared read_links */
    SELECT ${COLUMNS}
    FROM links WHERE (zone_id, slug) IN (SELECT * FROM unnest(${zoneIds}::text[], ${slugs}::text[]))`.execute(
    db,
  );
  const found = new Map(rows.map((row) => [nameOf(row.zone_id, row.slug), row]));
  return keys.map(({ zoneId, slug }) => {
    const row = found.get(nameOf(zoneId, slug));
    return row ? linkOfRow(row) : { kind: 'gone', version: 0 };
  });
}

/** The keys of up to `count` links, whichever PostgreSQL reads first. */
export async function readLinkKeys(db: Db, count: number): Promise<LinkCacheKey[]> {
  const { rows } = await sql<LinkCacheKey>`
    SELECT zone_id AS "zoneId", slug FROM links LIMIT ${count}`.execute(db);
  return rows;
}

const LINKS_AT_ONCE = 200;

/** When more links than this have visits, only a sample is sorted, because each start of a worker sorts them. */
const MAX_SORTED = 1_000_000;

/** The share of the visited links that is sorted, per cent. */
async function sortedShare(db: Db): Promise<number> {
  const { rows } = await sql<{ links: number }>`
    SELECT reltuples::float8 AS links FROM pg_class WHERE oid = 'link_hits'::regclass`.execute(db);
  return Math.min(100, (100 * MAX_SORTED) / Math.max(1, rows[0]?.links ?? 1));
}

/**
 * Up to `count` links with the most visits, most visited first, a page at a time, in a transaction. All are as they
 * were at one moment after the call.
 */
export async function* readMostVisited(transaction: Db, count: number): AsyncGenerator<KeyedLink[]> {
  const share = await sortedShare(transaction);
  await sql`
    DECLARE most_visited NO SCROLL CURSOR FOR
    SELECT ${COLUMNS} FROM links JOIN (
      SELECT link_id, hits FROM link_hits TABLESAMPLE SYSTEM (${sql.lit(share)}) ORDER BY hits DESC LIMIT ${sql.lit(count)}
    ) AS visited ON id = link_id ORDER BY hits DESC`.execute(transaction);
  for (;;) {
    const { rows } = await sql<KeyedRow>`
      FETCH ${sql.lit(LINKS_AT_ONCE)} FROM most_visited`.execute(transaction);
    yield rows.map((row) => ({ key: { zoneId: row.zone_id, slug: row.slug }, link: linkOfRow(row) }));
    if (rows.length < LINKS_AT_ONCE) return;
  }
}

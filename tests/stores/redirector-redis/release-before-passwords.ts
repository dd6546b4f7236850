// How the release before passwords of links (migration 0038) decides where a link leads: its readers of Redis, of
// PostgreSQL and of conditions, recorded from its source. The reader of conditions only says whether all are known. Not
// to be edited.

import type { Db } from '@kurz/database';
import type { openRedis } from '@kurz/redis';
import { sql } from 'kysely';

type Redis = ReturnType<typeof openRedis>;
type Link = { state: string; location: string; conditions: string | null };

const LINK = /^([epruc])(\d{1,16}) ([^ ]+) ([^ ]+) (.+)$/s;
const WINDOWED = /^ (-|\d{1,16}) (-|\d{1,16}) ([^ ]+) ([^ ]+)$/;
const CONDITIONAL = /^([eu]) (-|\d{1,16}) (-|\d{1,16}) ([^ ]+) ([^ ]+) ([^ ]+)$/;
const SENDABLE = /^[\x21-\x7e]+$/;
const KEYS = new Set(['r', 's', 'f']);

/** From libs/link-cache/src/redis/entry-text.ts. Undefined when PostgreSQL has to be asked. */
function decodeEntry(text: string): Link | undefined {
  const [, state, , , , place = ''] = LINK.exec(text) ?? [];
  if (state === undefined) return undefined;
  if (state === 'c') {
    const [, , , , , location, conditions] = CONDITIONAL.exec(place) ?? [];
    return location === undefined ? undefined : { state, location, conditions: conditions ?? '' };
  }
  const [, , , location] = WINDOWED.exec(place) ?? [];
  return { state, location: location ?? place, conditions: null };
}

type Row = {
  location: string;
  is_enabled: boolean;
  is_restricted: boolean;
  is_unsafe: boolean;
  conditions: string | null;
  fallback_location: string | null;
};

/** From services/redirector/src/resolve/sql/read-links.ts and libs/link-cache/src/port/cached-link-of.ts. */
async function readLink(db: Db, zoneId: string, slug: string): Promise<Link | undefined> {
  const { rows } = await sql<Row>`
    SELECT id, workspace_id, zone_id, slug, location, is_enabled, is_restricted OR is_suspended AS is_restricted,
           is_unsafe, starts_at, expires_at, expired_location, conditions, fallback_location, version
    FROM links WHERE (zone_id, slug) IN (SELECT * FROM unnest(${[zoneId]}::text[], ${[slug]}::text[]))`.execute(
    db,
  );
  const [row] = rows;
  if (!row) return undefined;
  const state = row.is_restricted ? 'r' : !row.is_enabled ? 'p' : row.is_unsafe ? 'u' : 'e';
  if (row.conditions === null) return { state, location: row.location.trimStart(), conditions: null };
  const isOpen = state === 'e' || state === 'u';
  const location = (isOpen && row.fallback_location) || '-';
  return isOpen
    ? { state: 'c', location, conditions: row.conditions }
    : { state, location, conditions: null };
}

/** From libs/link-cache/src/port/conditions.ts. */
function knows(conditions: string): boolean {
  const value: unknown = JSON.parse(conditions);
  return typeof value === 'object' && value !== null && Object.keys(value).every((key) => KEYS.has(key));
}

export type OlderAnswer = { status: 302; location: string } | { status: 200 | 404 | 410 | 503 };

/** The answer for a visitor for whom no rule matches. 200 is the page in front of an unsafe destination. */
export async function answerOfReleaseBeforePasswords(
  { db, redis }: { db: Db; redis: Redis },
  zoneId: string,
  slug: string,
): Promise<OlderAnswer> {
  const epoch = await redis.get('kurz:epoch');
  const text = await redis.get(`kurz:link:${epoch}:${zoneId}/${slug}`);
  const link = (text === null ? undefined : decodeEntry(text)) ?? (await readLink(db, zoneId, slug));
  if (!link) return { status: 404 };
  if (!SENDABLE.test(link.location)) return { status: 503 };
  if (link.state === 'r') return { status: 410 };
  if (link.state === 'p') return { status: 404 };
  if (link.state === 'c' && !knows(link.conditions ?? '')) return { status: 503 };
  return link.state === 'u' ? { status: 200 } : { status: 302, location: link.location };
}

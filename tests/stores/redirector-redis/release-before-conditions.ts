// How the release before conditions of links (migration 0034) decides where a link leads: its readers of Redis and of
// PostgreSQL, recorded from its source. Not to be edited.

import type { Db } from '@kurz/database';
import type { openRedis } from '@kurz/redis';
import { sql } from 'kysely';

type Redis = ReturnType<typeof openRedis>;
type Link = { kind: 'link'; state: string; location: string; version: number; hasWindow: boolean };

const LINK = /^([epru])(\d{1,16}) ([^ ]+) ([^ ]+) (.+)$/s;
const WINDOWED = /^ (-|\d{1,16}) (-|\d{1,16}) ([^ ]+) ([^ ]+)$/;
const SENDABLE = /^[\x21-\x7e]+$/;

/** From libs/link-cache/src/redis/entry-text.ts. Undefined when PostgreSQL has to be asked. */
function decodeEntry(text: string): Link | undefined {
  const [, state, version, , , place = ''] = LINK.exec(text) ?? [];
  if (state === undefined) return undefined;
  const [, , , location] = WINDOWED.exec(place) ?? [];
  const hasWindow = location !== undefined;
  return { kind: 'link', state, location: location ?? place, version: Number(version), hasWindow };
}

type Row = {
  location: string;
  is_enabled: boolean;
  is_restricted: boolean;
  is_unsafe: boolean;
  starts_at: Date | null;
  expires_at: Date | null;
  version: number;
};

/** From services/redirector/src/resolve/sql/read-links.ts and libs/link-cache/src/port/cached-link-of.ts. */
async function readLink(db: Db, zoneId: string, slug: string): Promise<Link | undefined> {
  const { rows } = await sql<Row>`
    SELECT id, workspace_id, zone_id, slug, location, is_enabled, is_restricted OR is_suspended AS is_restricted,
           is_unsafe, starts_at, expires_at, expired_location, version
    FROM links WHERE (zone_id, slug) IN (SELECT * FROM unnest(${[zoneId]}::text[], ${[slug]}::text[]))`.execute(
    db,
  );
  const [row] = rows;
  if (!row) return undefined;
  const state = row.is_restricted ? 'r' : !row.is_enabled ? 'p' : row.is_unsafe ? 'u' : 'e';
  const hasWindow = row.starts_at !== null || row.expires_at !== null;
  const location = hasWindow && row.location.startsWith(' ') ? row.location.slice(1) : row.location;
  return { kind: 'link', state, location, version: row.version, hasWindow };
}

export type OlderAnswer =
  { status: 302; location: string } | { status: 200; names: string } | { status: 404 | 410 | 503 };

/** The answer for a visitor. 200 is the page in front of an unsafe destination, which names its host. */
export async function answerOfReleaseBefore(
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
  return link.state === 'u'
    ? { status: 200, names: link.location }
    : { status: 302, location: link.location };
}

/** The entry that the outbox of that release, or its fill of Redis, writes for a row whose location is empty. */
export const entryOfReleaseBefore = (version: number, linkId: string, workspaceId: string) =>
  `e${version} ${linkId} ${workspaceId} `;

// The links of a workspace for its export, newest first, each page followed by its counts.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import { groupsOfBytes } from '../../links/groups-of-bytes';
import { textBytes } from '../../links/text-bytes';
import { recordsOf, type ExportPage } from './export-record';
import { COUNTS_AT_ONCE, type LinkCount, type ReadLinkCounts } from './read-link-counts';

/**
 * A query to ClickHouse takes tens of ms even for few counts, and must not take seconds for many links with many
 * visits. So a page has at least this many links, and more when they have few visits.
 */
const LINKS_AT_LEAST = 150;
const LINKS_AT_ONCE = 1_500;
const HITS_AT_ONCE = 20_000;
/** Links are read in pieces of about this length. */
const GROUP_BYTES = 256 * 1024;

type Link = { id: string; createdAt: Date; bytes: number; hits: number };

/** After the last link of the page before, along the index of a workspace's newest links. */
const below = (last: Link | undefined) =>
  last
    ? sql`AND link.created_at <= ${last.createdAt} AND (link.created_at < ${last.createdAt} OR link.id > ${last.id})`
    : sql``;

/** A subquery, because with a join the planner reads the whole table for each page. */
const hits = sql<number>`coalesce((SELECT hits FROM link_hits WHERE link_id = link.id), 0)`;

async function findLinks(db: Db, workspaceId: string, last: Link | undefined): Promise<Link[]> {
  const { rows } = await sql<Link>`
    SELECT link.id, link.created_at AS "createdAt",
           ${textBytes} + octet_length(location) + coalesce(octet_length(guarded_location), 0) AS bytes,
           ${hits} AS hits
    FROM links AS link
    WHERE link.workspace_id = ${workspaceId} ${below(last)}
    ORDER BY link.created_at DESC, link.id LIMIT ${LINKS_AT_ONCE}`.execute(db);
  let sum = 0;
  const end = rows.findIndex(({ hits }, index) => (sum += hits) > HITS_AT_ONCE && index >= LINKS_AT_LEAST);
  return end < 0 ? rows : rows.slice(0, end);
}

async function readLinks(db: Db, ids: readonly string[]): Promise<object[]> {
  const { rows } = await sql<object>`
    SELECT link.id, link.zone_id AS "zoneId", zone.domain AS "zoneDomain", link.slug, link.url, coalesce(link.guarded_location, link.fallback_location, ltrim(link.location, ' ')) AS location,
           link.title, link.is_enabled AS "isEnabled", link.is_restricted AS "isRestricted",
           link.is_unsafe AS "isUnsafe", link.is_suspended AS "isSuspended",
           link.note, link.external_id AS "externalId", link.is_archived AS "isArchived",
           (SELECT coalesce(array_agg(tag.name ORDER BY tag.name_key), '{}') FROM link_tags AS used
            JOIN tags AS tag ON tag.id = used.tag_id WHERE used.link_id = link.id) AS tags,
           link.utm_source AS "utmSource", link.utm_medium AS "utmMedium", link.utm_campaign AS "utmCampaign",
           link.utm_term AS "utmTerm", link.utm_content AS "utmContent",
           link.starts_at AS "startsAt", link.expires_at AS "expiresAt", link.expired_url AS "expiredUrl", link.rules, link.split, link.forwards_query AS "forwardQuery",
           link.password_hash AS "passwordHash",
           ${hits} + link.pre_tracking AS total, link.pre_tracking AS "preTracking",
           link.tracking_since AS "trackingSince",
           link.version, link.created_at AS "createdAt", link.updated_at AS "updatedAt"
    FROM links AS link
    JOIN zones AS zone ON zone.id = link.zone_id
    WHERE link.id = ANY(${ids}) ORDER BY link.created_at DESC, link.id`.execute(db);
  return rows;
}

const countRecordOf = ({ linkId, day, dimension, key, humans, requests, bots, qr }: LinkCount) =>
  dimension === ''
    ? { kind: 'dailyCount', linkId, day, requests, bots, qr }
    : { kind: 'dailyHumans', linkId, day, dimension, key, humans };

async function* exportCounts(
  readLinkCounts: ReadLinkCounts,
  workspaceId: string,
  linkIds: readonly string[],
): AsyncGenerator<ExportPage, void> {
  for (let after: LinkCount | undefined; ;) {
    const counts = await readLinkCounts({ workspaceId, linkIds, after });
    yield counts.map(countRecordOf);
    if (counts.length < COUNTS_AT_ONCE) return;
    after = counts.at(-1);
  }
}

export async function* exportLinks(
  { db, readLinkCounts }: { db: Db; readLinkCounts: ReadLinkCounts },
  workspaceId: string,
): AsyncGenerator<ExportPage> {
  for (let last: Link | undefined; ;) {
    const links = await findLinks(db, workspaceId, last);
    if (links.length === 0) return;
    const linkIds = links.map(({ id }) => id);
    // ClickHouse answers while PostgreSQL is read
    const counts = exportCounts(readLinkCounts, workspaceId, linkIds);
    const first = counts.next();
    first.catch(() => undefined);
    // long links are never all in memory at once
    for (const ids of groupsOfBytes(links, GROUP_BYTES)) yield recordsOf('link', await readLinks(db, ids));
    for (let page = await first; !page.done; page = await counts.next()) yield page.value;
    last = links.at(-1);
  }
}

// Finds the links that the items of a batch name and locks them until the transaction ends: their keys first, then
// their rows, each in sorted order.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import { lockKeys } from '../../outbox/lock-keys';
import type { LinkAddress } from '../find-link';
import { linkRows, type LinkRow } from '../link-rows';
import { nameOf } from './claim-keys';

type Found = { id: string; zoneId: string; slug: string };

/** A link renamed between finding and locking is looked up again. This many times in a row means a client's loop. */
const MAX_ATTEMPTS = 20;

/** The link of each address at its index, found as by `findLink`. All addresses are of one workspace. */
async function findAll(transaction: Db, addresses: readonly LinkAddress[]): Promise<(Found | undefined)[]> {
  const [first] = addresses;
  if (!first) return [];
  const slugs = addresses.map(({ slug }) => slug);
  const domains = addresses.map(({ zoneDomain }) => zoneDomain ?? null);
  const { rows } = await sql<{ place: number; id: string; zoneId: string; slug: string }>`
    SELECT asked.place::int, found.id, found.zone_id AS "zoneId", found.slug
    FROM unnest(${slugs}::text[], ${domains}::text[]) WITH ORDINALITY AS asked (slug, domain, place)
    CROSS JOIN LATERAL (
      SELECT links.id, links.zone_id, links.slug FROM links JOIN zones ON zones.id = links.zone_id
      WHERE links.workspace_id = ${first.workspaceId} AND links.slug = asked.slug
        AND (asked.domain IS NULL OR zones.domain = asked.domain)
      ORDER BY
        asked.domain IS NOT NULL AND zones.is_proven DESC,
        CASE WHEN ${first.defaultZoneId}::text IS NULL THEN zones.is_default
             ELSE links.zone_id = ${first.defaultZoneId} END DESC,
        links.created_at, links.id
      LIMIT 1) AS found`.execute(transaction);
  const byPlace = new Map(rows.map(({ place, ...found }) => [place, found]));
  return addresses.map((_, index) => byPlace.get(index + 1));
}

/**
 * Resolves with the id of each address's link at its index. The keys of all links are locked then: a link that was
 * renamed before its key was locked is looked up again.
 */
export async function lockLinks(
  transaction: Db,
  addresses: readonly LinkAddress[],
): Promise<(string | undefined)[]> {
  const locked = new Set<string>();
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    const found = await findAll(transaction, addresses);
    const fresh = found.filter((link) => link !== undefined).filter((link) => !locked.has(nameOf(link)));
    if (fresh.length === 0) return found.map((link) => link?.id);
    // from the second round on the locks are not sorted as a whole, as in claimKeys
    await lockKeys(transaction, fresh);
    for (const link of fresh) locked.add(nameOf(link));
  }
  throw new Error(`links were renamed ${MAX_ATTEMPTS} times in a row while they were looked for`);
}

/** Locks the links in the order of their ids. Resolves with a map by id. The caller holds the locks of their keys. */
export async function lockRows(transaction: Db, ids: readonly string[]): Promise<Map<string, LinkRow>> {
  if (ids.length === 0) return new Map();
  const rows = await linkRows(transaction)
    .where('links.id', 'in', [...new Set(ids)])
    .orderBy('links.id')
    .forUpdate('links')
    .execute();
  return new Map(rows.map((row) => [row.id, row]));
}

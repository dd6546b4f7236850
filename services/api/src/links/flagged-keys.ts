// The flags of keys whose link is gone. The transaction that removes a flagged link keeps them, the next link at the
// key takes them, and the operator lifts them. They outlive their zone, for the next zone of that domain. The caller
// holds the locks.

import { preparedStatement, type Db } from '@kurz/database';
import type { LinkCacheKey } from '@kurz/link-cache';
import { sql, type RawBuilder } from 'kysely';
import type { Flag } from '../destinations/find-flags';
import type { LinkUpdate } from './changes-of';

/**
 * A statement that keeps the flags of the links in `source`, which has the columns zone_id, slug, is_restricted,
 * restricted_by, is_unsafe and unsafe_by. A verdict outlives an entry of the list of blocked destinations.
 */
export const keepFlags = (source: RawBuilder<unknown>): RawBuilder<unknown> => sql`
  INSERT INTO marked_keys (zone_id, domain, slug, mark, entry_id)
  SELECT zone_id, (SELECT domain FROM zones WHERE id = zone_id AND is_proven), slug, given.mark, given.entry_id
  FROM ${source}
  CROSS JOIN LATERAL (VALUES ('restricted', is_restricted, restricted_by), ('unsafe', is_unsafe, unsafe_by))
    AS given (mark, is_marked, entry_id)
  WHERE given.is_marked
  ON CONFLICT (zone_id, slug, mark) DO UPDATE
  SET entry_id = CASE WHEN marked_keys.entry_id IS NULL THEN NULL ELSE EXCLUDED.entry_id END`;

/** To be called before zones lose verification: their links go later, and by then flag nothing beyond the zone. */
export async function keepFlagsOfZones(transaction: Db, zoneIds: readonly string[]): Promise<void> {
  if (zoneIds.length === 0) return;
  const flagged = sql`(
    SELECT zone_id, slug, is_restricted, restricted_by, is_unsafe, unsafe_by FROM links
    WHERE zone_id = ANY(${zoneIds}::text[]) AND (is_restricted OR is_unsafe)) AS flagged`;
  await keepFlags(flagged).execute(transaction);
}

const standing = (zoneId: string, slug: string) => `
  SELECT coalesce(bool_or(mark = 'restricted'), false) AS is_restricted,
         coalesce(bool_or(mark = 'unsafe'), false) AS is_unsafe,
         max(entry_id) FILTER (WHERE mark = 'restricted') AS restricted_by,
         max(entry_id) FILTER (WHERE mark = 'unsafe') AS unsafe_by
  FROM marked_keys
  WHERE slug = ${slug} AND (zone_id = ${zoneId} OR domain = (SELECT domain FROM zones WHERE id = ${zoneId}))
    AND (entry_id IS NULL OR entry_id IN (SELECT id FROM blocked_destinations))`;

/** For an INSERT of links: joins the row `kept` to the row `made` of a new link. */
export const joinKeptFlags = `
  LEFT JOIN LATERAL (${standing('made.zone_id', 'made.slug')}) AS kept ON true`;

/** The columns restricted_by, unsafe_by, is_restricted and is_unsafe of a new link, in that order. */
export const flagsOfMade = `
  CASE WHEN NOT kept.is_restricted OR kept.restricted_by IS NOT NULL
       THEN coalesce(made.restricted_by, kept.restricted_by) END,
  CASE WHEN NOT kept.is_unsafe OR kept.unsafe_by IS NOT NULL
       THEN coalesce(made.unsafe_by, kept.unsafe_by) END,
  made.restricted_by IS NOT NULL OR kept.is_restricted,
  made.unsafe_by IS NOT NULL OR kept.is_unsafe`;

type KeptFlags = Pick<LinkUpdate, 'is_restricted' | 'is_unsafe' | 'restricted_by' | 'unsafe_by'>;

const findKept = preparedStatement<Required<KeptFlags>>('find_kept_flags', standing('$1', '$2'));

/** The flags that a link without them takes when it is renamed to this key. */
export async function findKeptFlags(
  transaction: Db,
  { zoneId, slug }: LinkCacheKey,
  link: { is_restricted: boolean; is_unsafe: boolean },
): Promise<LinkUpdate> {
  const [kept] = await findKept(transaction, [zoneId, slug]);
  return {
    ...(kept?.is_restricted &&
      !link.is_restricted && { is_restricted: true, restricted_by: kept.restricted_by }),
    ...(kept?.is_unsafe && !link.is_unsafe && { is_unsafe: true, unsafe_by: kept.unsafe_by }),
  };
}

/**
 * Lifts the flags of the domain and of all zones with it, because each claim has its own keys. Resolves with the zones
 * of the lifted flags, removed zones included.
 */
export async function liftFlags(
  transaction: Db,
  { domain, zoneIds }: { domain: string; zoneIds: readonly string[] },
  { slug, mark }: { slug: string; mark: Flag },
): Promise<string[]> {
  const lifted = await transaction
    .deleteFrom('marked_keys')
    .where('slug', '=', slug)
    .where((row) =>
      row.or([row('domain', '=', domain), row('zone_id', '=', sql<string>`any(${zoneIds}::text[])`)]),
    )
    .where('mark', '=', mark)
    .returning('zone_id as zoneId')
    .execute();
  return lifted.map(({ zoneId }) => zoneId);
}

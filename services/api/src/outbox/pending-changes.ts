// The pending rows of the outbox link_changes: which keys have some, the present state of each key, and their removal.

import type { Db } from '@kurz/database';
import type { ChangedKey, StoredLink } from '@kurz/link-cache';
import { sql } from 'kysely';

/** `last`: the row after which the next batch begins. Undefined when there are no rows. */
export type PendingKeys = { keys: ChangedKey[]; last: number | undefined };

/**
 * The oldest pending keys after the row `after`, except keys that another API works on. They stay locked until the
 * transaction ends.
 */
export async function lockPendingKeys(transaction: Db, after: number, limit: number): Promise<PendingKeys> {
  const rows = await transaction
    .selectFrom('link_changes')
    .select(['id', 'zone_id', 'slug'])
    .where('id', '>', after)
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .skipLocked()
    .execute();
  const keys = new Map<string, ChangedKey>();
  for (const { zone_id: zoneId, slug } of rows) keys.set(`${zoneId}/${slug ?? ''}`, { zoneId, slug });
  return { keys: [...keys.values()], last: rows.at(-1)?.id };
}

export type PendingChange = ChangedKey & {
  /** The rows of link_changes that this change covers; empty when another relay has removed them. */
  changeIds: number[];
  /** The newest version among those rows, which is a deletion's own. */
  changeVersion: number | null;
  link: StoredLink | null;
};

/** Stored to the millisecond, so nothing is rounded. */
const millisecondsOf = (column: string) => `(extract(epoch FROM ${column}) * 1000)::bigint`;

/** The StoredLink of the row of `links` that a statement calls `link`, as SQL. */
export const STORED_LINK = `json_build_object(
  'id', link.id, 'workspaceId', link.workspace_id, 'location', link.location, 'version', link.version,
  'isEnabled', link.is_enabled, 'isRestricted', link.is_restricted OR link.is_suspended, 'isUnsafe', link.is_unsafe,
  'startsAt', ${millisecondsOf('link.starts_at')}, 'expiresAt', ${millisecondsOf('link.expires_at')},
  'expiredLocation', link.expired_location,
  'conditions', link.conditions, 'fallbackLocation', link.fallback_location)`;

/**
 * Reads in one statement, so that a row of link_changes is never newer than the link that is read with it. A key
 * without slug names a zone: it has no link.
 */
export async function readPendingChanges(db: Db, keys: readonly ChangedKey[]): Promise<PendingChange[]> {
  const { rows } = await sql<PendingChange>`
    SELECT key.zone_id AS "zoneId", key.slug,
           change.ids AS "changeIds", change.version AS "changeVersion",
           CASE WHEN link.id IS NOT NULL THEN ${sql.raw(STORED_LINK)} END AS link
    FROM unnest(${keys.map((key) => key.zoneId)}::text[], ${keys.map((key) => key.slug)}::text[]) AS key (zone_id, slug)
    LEFT JOIN links AS link ON link.zone_id = key.zone_id AND link.slug = key.slug
    CROSS JOIN LATERAL (
      SELECT coalesce(json_agg(id), '[]') AS ids, max(version) AS version
      FROM link_changes
      WHERE zone_id = key.zone_id AND (slug = key.slug OR (slug IS NULL AND key.slug IS NULL))
    ) AS change`.execute(db);
  return rows;
}

/** Removes rows that are published. Never waits: an API that has locked a row removes it itself. */
export async function removeChanges(db: Db, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return;
  await sql`
    DELETE FROM link_changes WHERE id IN (
      SELECT id FROM link_changes WHERE id = ANY(${ids}::bigint[]) FOR UPDATE SKIP LOCKED
    )`.execute(db);
}

// Enqueues rows in the outbox link_changes, in the transaction that changes a link or a zone. The outbox relay
// publishes them to the link cache.

import { preparedStatement, type Db } from '@kurz/database';
import type { LinkCacheKey } from '@kurz/link-cache';

const insertChanges = preparedStatement<never>(
  'add_link_changes',
  'INSERT INTO link_changes (zone_id, slug) SELECT * FROM unnest($1::text[], $2::text[])',
);

/** Each row takes a fresh version, which a tombstone will carry. The caller holds the keys' locks. */
export async function enqueueChanges(transaction: Db, keys: readonly LinkCacheKey[]): Promise<void> {
  await insertChanges(transaction, [keys.map((key) => key.zoneId), keys.map((key) => key.slug)]);
}

/** The row takes a fresh version, which a tombstone will carry. The caller holds the key's lock. */
export async function enqueueChange(transaction: Db, { zoneId, slug }: LinkCacheKey): Promise<void> {
  await transaction.insertInto('link_changes').values({ zone_id: zoneId, slug }).execute();
}

/** A claim of a domain serves nothing: changes of it before its verification are not enqueued. */
export async function enqueueZoneChange(transaction: Db, zoneId: string): Promise<void> {
  await transaction.insertInto('link_changes').values({ zone_id: zoneId, slug: null }).execute();
}

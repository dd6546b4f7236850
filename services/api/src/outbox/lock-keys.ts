// Makes the writers of a key take turns until their transactions end, so that order by version is order by commit.

import type { Db } from '@kurz/database';
import type { LinkCacheKey } from '@kurz/link-cache';
import { sql } from 'kysely';

/** In sorted order, so that two renames that swap slugs cannot wait for each other. */
export async function lockKeys(transaction: Db, keys: readonly LinkCacheKey[]): Promise<void> {
  const names = keys.map(({ zoneId, slug }) => `${zoneId}/${slug}`).sort();
  await sql`
    SELECT pg_advisory_xact_lock(hashtextextended(name, 0)) FROM unnest(${names}::text[]) AS name`.execute(
    transaction,
  );
}

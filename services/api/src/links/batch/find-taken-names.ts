// Finds which keys have a link. The caller holds the keys' locks, so the answer stays true until its transaction ends.

import type { Db } from '@kurz/database';
import type { DirectoryKey } from '@kurz/link-directory';
import { sql } from 'kysely';
import { nameOf } from './name-of';

export async function findTakenNames(
  transaction: Db,
  keys: readonly DirectoryKey[],
): Promise<ReadonlySet<string>> {
  const { rows } = await sql<DirectoryKey>`
    SELECT link.zone_id AS "zoneId", link.slug
    FROM unnest(${keys.map((key) => key.zoneId)}::text[], ${keys.map((key) => key.slug)}::text[]) AS key (zone_id, slug)
    JOIN links AS link ON link.zone_id = key.zone_id AND link.slug = key.slug`.execute(transaction);
  return new Set(rows.map(nameOf));
}

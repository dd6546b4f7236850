// Finds which hosts are the service's own zones, disabled ones included. A mere claim does not count: otherwise a claim
// of a foreign domain would forbid links to it.

import type { Db } from '@kurz/database';

export async function findOwnDomains(db: Db, hosts: readonly string[]): Promise<ReadonlySet<string>> {
  if (hosts.length === 0) return new Set();
  const zones = await db
    .selectFrom('zones')
    .select('domain')
    .where('domain', 'in', hosts)
    .where('is_proven', '=', true)
    .execute();
  return new Set(zones.map((zone) => zone.domain));
}

// Finds which hosts are the service's own zones, disabled ones included. A mere claim does not count: otherwise a claim
// of a foreign domain would forbid links to it.

import { preparedStatement, type Db } from '@kurz/database';

const findAmong = preparedStatement<{ domain: string }>(
  'find_own_domains',
  'SELECT domain FROM zones WHERE domain = ANY($1::text[]) AND is_proven',
);

export async function findOwnDomains(db: Db, hosts: readonly string[]): Promise<ReadonlySet<string>> {
  if (hosts.length === 0) return new Set();
  const zones = await findAmong(db, [hosts]);
  return new Set(zones.map((zone) => zone.domain));
}

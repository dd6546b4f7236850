// Finds the flags of any number of destinations, and whether they are on domains of the service.

import { preparedStatement, type Db } from '@kurz/database';
import { flagsOf, type BlockedDestination, type FlagEntries } from '../destinations/find-flags';
import { lockDestinations } from '../destinations/lock-destinations';
import { destinationHostsOf } from './destination-hosts-of';

/** `isOwn`: on a domain that serves short links. */
export type CheckedDestination = { isOwn: boolean; flags: FlagEntries };

type Own = { domain: string; id: null };
type Blocked = { domain: null } & BlockedDestination;

/** As findOwnDomains and findFlags, in one statement. */
const findOwnAndBlocked = preparedStatement<Own | Blocked>(
  'check_destinations',
  `
  SELECT domain, NULL AS id, NULL AS hash, NULL AS mark FROM zones WHERE domain = ANY($1::text[]) AND is_proven
  UNION ALL
  SELECT NULL, id, hash, mark FROM blocked_destinations WHERE hash = ANY($2::bytea[])
  ORDER BY id`,
);

/** Resolves with a map by location. Within a transaction the flags hold until it ends. */
export async function checkDestinations(
  db: Db,
  locations: readonly string[],
): Promise<ReadonlyMap<string, CheckedDestination>> {
  await lockDestinations(db, 'shared');
  const destinations = [...new Set(locations)].map((location) => ({
    location,
    hosts: destinationHostsOf(location),
  }));
  const { hashes, by } = flagsOf(destinations.map(({ location }) => location));
  const allHosts = [...new Set(destinations.flatMap(({ hosts }) => hosts))];
  const found = destinations.length > 0 ? await findOwnAndBlocked(db, [allHosts, hashes]) : [];
  const own = new Set(found.flatMap(({ domain }) => domain ?? []));
  const flags = by(found.filter((one) => one.domain === null));
  return new Map(
    destinations.map(({ location, hosts }, index) => [
      location,
      {
        isOwn: hosts.some((host) => own.has(host)),
        flags: flags[index] ?? { restrictedBy: null, unsafeBy: null },
      },
    ]),
  );
}

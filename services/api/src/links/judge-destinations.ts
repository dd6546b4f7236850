// What the service says of the places where links are to lead, however many they are.

import type { Db } from '@kurz/database';
import { findFlags, type FlagEntries } from '../destinations/find-flags';
import { lockDestinations } from '../destinations/lock-destinations';
import { findOwnDomains } from '../zones/find-own-domains';
import { destinationHostsOf } from './destination-hosts-of';

/** `isOwn`: on a domain that serves short links. */
export type Judged = { isOwn: boolean; flags: FlagEntries };

/** By location. Within a transaction the flags hold until it ends. */
export async function judgeDestinations(
  db: Db,
  locations: readonly string[],
): Promise<ReadonlyMap<string, Judged>> {
  await lockDestinations(db, 'shared');
  const places = [...new Set(locations)].map((location) => ({
    location,
    hosts: destinationHostsOf(location),
  }));
  const own = await findOwnDomains(db, [...new Set(places.flatMap(({ hosts }) => hosts))]);
  const flags = await findFlags(
    db,
    places.map(({ location }) => location),
  );
  return new Map(
    places.map(({ location, hosts }, index) => [
      location,
      {
        isOwn: hosts.some((host) => own.has(host)),
        flags: flags[index] ?? { restrictedBy: null, unsafeBy: null },
      },
    ]),
  );
}

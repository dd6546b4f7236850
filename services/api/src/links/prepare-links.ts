// Validates the bodies of new links as far as possible before their keys are locked. However many they are, the database
// is asked at most five times.

import type { Db } from '@kurz/database';
import type { ActingWorkspace } from '../access/actor';
import { findFlags } from '../destinations/find-flags';
import { lockDestinations } from '../destinations/lock-destinations';
import type { Refusal } from '../errors/refusal';
import { chooseZones } from '../zones/choose-zones';
import { findOwnDomains } from '../zones/find-own-domains';
import { destinationHostsOf } from './destination-hosts-of';
import { type Destination, destinationOf, refuseDestination } from './validate-destination';
import type { NewLink } from './insert-links';
import { validateNewLink, type NewLinkBody } from './validate-link';

/** What a link will be; `slug` undefined: one is generated. */
export type PreparedLink = {
  kind: 'prepared';
  slug: string | undefined;
  link: Omit<NewLink, 'slug'>;
};

type ReadLink = { kind: 'read'; body: NewLinkBody; destination: Destination; hosts: string[] };

function read(body: unknown): ReadLink | Refusal {
  const outcome = validateNewLink(body);
  if (outcome.kind === 'refused') return outcome;
  const destination = destinationOf(outcome.link.url);
  if (destination.kind === 'refused') return refuseDestination(destination.fault);
  return { kind: 'read', body: outcome.link, destination, hosts: destinationHostsOf(destination.location) };
}

/** The outcome of each body at its place. Within a transaction the destinations' flags hold until it ends. */
export async function prepareLinks(
  db: Db,
  { id: workspaceId, defaultZoneId }: ActingWorkspace,
  bodies: readonly unknown[],
): Promise<(PreparedLink | Refusal)[]> {
  const items = bodies.map(read);
  const links = items.filter((item) => item.kind === 'read');
  const own = await findOwnDomains(db, [...new Set(links.flatMap((item) => item.hosts))]);
  const sent = links.map((item) => item.body.zoneDomain);
  await lockDestinations(db, 'shared');
  const locations = links.map((item) => item.destination.location);
  const flags = await findFlags(db, locations);
  const flagsOf = new Map(locations.map((location, index) => [location, flags[index]]));
  const zoneOf = await chooseZones(db, { workspaceId, defaultZoneId }, sent);
  return items.map((item) => {
    if (item.kind === 'refused') return item;
    if (item.hosts.some((host) => own.has(host))) return refuseDestination('own_domain');
    const { url, location } = item.destination;
    const { restrictedBy = null, unsafeBy = null } = flagsOf.get(location) ?? {};
    if (restrictedBy !== null) return refuseDestination('blocked');
    const zone = zoneOf(item.body.zoneDomain);
    if (zone.kind === 'refused') return zone;
    const { title = '', slug } = item.body;
    return {
      kind: 'prepared',
      slug,
      link: {
        workspaceId,
        zone: { id: zone.id, domain: zone.domain },
        url,
        location,
        title,
        flags: { restrictedBy: null, unsafeBy },
      },
    };
  });
}

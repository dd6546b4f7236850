// Validates the bodies of new links as far as possible before their keys are locked. However many they are, the
// database is asked at most five times.

import type { Db } from '@kurz/database';
import type { ActingWorkspace } from '../access/actor';
import type { Refusal } from '../errors/refusal';
import { chooseZones, holdOwnZones } from '../zones/choose-zones';
import { checkDestinations } from './check-destinations';
import {
  type Destination,
  destinationOf,
  type FieldDestination,
  refuseDestination,
} from './validate-destination';
import type { NewLink } from './insert-links';
import { conditionsAfter, NO_CONDITIONS } from './rules/rule-object';
import { validateNewLink, type NewLinkBody } from './validate-link';
import { refuseNewWindow } from './validate-window';

/** A link to be created. When `slug` is undefined, one is generated. */
export type PreparedLink = {
  kind: 'prepared';
  slug: string | undefined;
  /** Not hashed yet. */
  password: string | undefined;
  link: Omit<NewLink, 'slug'>;
};

/** `destinations`: the link's destination first, then where it leads after its end and by its conditions. */
type ReadLink = {
  kind: 'read';
  body: NewLinkBody;
  destination: Destination;
  destinations: FieldDestination[];
};

function read(body: unknown, now: number): ReadLink | Refusal {
  const outcome = validateNewLink(body);
  if (outcome.kind === 'refused') return outcome;
  const destination = destinationOf(outcome.link.url);
  if (destination.kind === 'refused') return refuseDestination(destination.fault);
  const { window } = outcome.link;
  const refusal = refuseNewWindow(window, now);
  if (refusal) return refusal;
  const destinations: FieldDestination[] = [{ field: 'url', location: destination.location }];
  if (window.expired) destinations.push({ field: 'expiredUrl', location: window.expired.location });
  destinations.push(...(outcome.link.conditions?.destinations ?? []));
  return { kind: 'read', body: outcome.link, destination, destinations };
}

/**
 * Resolves with the outcome of each body at its index. Within a transaction the destinations' flags and the zones hold
 * until it ends.
 *
 * @param now ms since the epoch
 */
export async function prepareLinks(
  db: Db,
  { id: workspaceId, defaultZoneId }: Pick<ActingWorkspace, 'id' | 'defaultZoneId'>,
  bodies: readonly unknown[],
  now: number,
): Promise<(PreparedLink | Refusal)[]> {
  const items = bodies.map((body) => read(body, now));
  const links = items.filter((item) => item.kind === 'read');
  const checked = await checkDestinations(
    db,
    links.flatMap((item) => item.destinations.map(({ location }) => location)),
  );
  const sent = links.map((item) => item.body.zoneDomain);
  const standard = { workspaceId, defaultZoneId };
  await holdOwnZones(db, standard, sent);
  const zoneOf = await chooseZones(db, standard, sent);
  return items.map((item) => {
    if (item.kind === 'refused') return item;
    let unsafeBy: number | null = null;
    for (const { field, location } of item.destinations) {
      const found = checked.get(location);
      if (found?.isOwn) return refuseDestination('own_domain', field);
      if (found && found.flags.restrictedBy !== null) return refuseDestination('blocked', field);
      unsafeBy ??= found?.flags.unsafeBy ?? null;
    }
    const { url, location } = item.destination;
    const zone = zoneOf(item.body.zoneDomain);
    if (zone.kind === 'refused') return zone;
    const { title = '', slug, window, labels, conditions, password } = item.body;
    return {
      kind: 'prepared',
      slug,
      password,
      link: {
        workspaceId,
        zone: { id: zone.id, domain: zone.domain },
        url,
        location,
        title,
        flags: { restrictedBy: null, unsafeBy },
        window,
        labels,
        conditions: conditions && conditionsAfter(NO_CONDITIONS, conditions),
      },
    };
  });
}

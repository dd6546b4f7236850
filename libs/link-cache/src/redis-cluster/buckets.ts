// The link cache's keys on a cluster: 256 buckets, each with its keys in one slot, so that a script may use its epoch
// and an entry. Primaries with equal shares of the slots have equal shares of the buckets.

import { evenTags, slotOf } from '@kurz/redis';
import type { LinkCacheKey } from '../port/link-cache';
import type { Place } from '../redis/put-entry';

const BUCKETS = 256;

/** `kurz:link:{<tag>}:epoch`, and `kurz:link:{<tag>}:<epoch>:<zone>/<slug>` */
const PLACES: readonly Place[] = evenTags(BUCKETS).map((tag) => {
  const prefix = `kurz:link:{${tag}}:`;
  return { epochKey: `${prefix}epoch`, prefix };
});

/** Entries of a place share an epoch. */
export function placeOf({ zoneId, slug }: LinkCacheKey): Place {
  const place = PLACES[slotOf(`${zoneId}/${slug}`) % BUCKETS];
  if (!place) throw new Error('there is no such bucket');
  return place;
}

/** The first place for which `isOurs` returns true. */
export const findPlace = (isOurs: (place: Place) => boolean): Place | undefined => PLACES.find(isOurs);

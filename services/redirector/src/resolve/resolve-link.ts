// Zone and slug → what holds for that link now: from the near cache at once, else by a look-up that all who ask for
// the same link at the same time share.
//
// A look-up (flight) and the news of a change, in any order:
// - news while it flies: it is outdated. It is no longer joined, what it finds is not remembered, and those who wait
//   for it ask again;
// - news after it landed: the near cache drops the link;
// - news may have been missed (the subscription is not proven, or reports a gap): all flights are outdated, and the
//   near cache distrusts all it has.

import type { ChangedKey, DirectoryEntry, DirectoryKey } from '@kurz/link-directory';
import type { NearCache } from '../near-cache/near-cache';
import { isSendable } from '../request/is-sendable';
import type { Found, LookUp, LookUpOutcome } from './look-up';

export type LinkOutcome = DirectoryEntry | { kind: 'unavailable' };
/** `busy`: nobody was asked, because too many asked already. `nowhere`: nobody who would know answered. */
export const RESOLVED_FROM = ['near', 'directory', 'postgres', 'kept', 'busy', 'nowhere'] as const;
export type ResolvedFrom = (typeof RESOLVED_FROM)[number];

export type ResolveLink = {
  /** At once when it is near; the promise never rejects. A location that it gives can be sent as it is. */
  resolve: (zoneId: string, slug: string) => LinkOutcome | Promise<LinkOutcome>;
  onChange: (changed: ChangedKey) => void;
  onMissed: () => void;
};

type Landed = LookUpOutcome | { kind: 'unsendable'; from: Found['from'] };
type Flight = { landed: Promise<Landed>; isOutdated: boolean };

// a link that changes more often than this within one request gets what the last flight found
const MAX_FLIGHTS = 10;

const keyOf = (zoneId: string, slug: string) => `${zoneId}/${slug}`;

export function makeResolveLink(deps: {
  lookUp: LookUp['of'];
  near: NearCache;
  isConnected: () => boolean;
  onResolved: (from: ResolvedFrom) => void;
}): ResolveLink {
  const { near, onResolved } = deps;
  const flights = new Map<string, Flight>();
  let wasConnected = true;

  const onMissed = () => {
    near.invalidateAll();
    for (const flight of flights.values()) flight.isOutdated = true;
    flights.clear();
  };

  /** What is learned while it is not proven may miss news as well, so both ways of the change are a gap. */
  const isConnected = () => {
    const proven = deps.isConnected();
    if (proven !== wasConnected) onMissed();
    wasConnected = proven;
    return proven;
  };

  const start = (zoneId: string, slug: string, key: string): Flight => {
    const landing = deps.lookUp({ zoneId, slug }).then((outcome): Landed => {
      if (flights.get(key) === flight) flights.delete(key);
      if (outcome.kind === 'found' && outcome.entry.kind === 'link' && !isSendable(outcome.entry.location)) {
        return { kind: 'unsendable', from: outcome.from };
      }
      if (outcome.kind === 'found' && !flight.isOutdated) near.store(zoneId, slug, outcome.entry);
      return outcome;
    });
    const flight: Flight = { landed: landing, isOutdated: false };
    flights.set(key, flight);
    return flight;
  };

  /** A link that only the near cache can still speak for: too busy to ask is no reason to use what may have changed. */
  const withoutStores = ({ zoneId, slug }: DirectoryKey, why: 'away' | 'busy'): LinkOutcome => {
    const kept = near.kept(zoneId, slug);
    const isUsable = kept && (why === 'away' || (kept.isCurrent && isConnected()));
    onResolved(isUsable ? 'kept' : why === 'busy' ? 'busy' : 'nowhere');
    return isUsable ? kept.link : { kind: 'unavailable' };
  };

  const fly = async (zoneId: string, slug: string): Promise<LinkOutcome> => {
    const key = keyOf(zoneId, slug);
    for (let flown = 1; ; flown++) {
      const flight = flights.get(key) ?? start(zoneId, slug, key);
      const outcome = await flight.landed;
      if (outcome.kind === 'away' || outcome.kind === 'busy')
        return withoutStores({ zoneId, slug }, outcome.kind);
      if (flight.isOutdated && flown < MAX_FLIGHTS) continue;
      onResolved(outcome.from);
      return outcome.kind === 'found' ? outcome.entry : { kind: 'unavailable' };
    }
  };

  return {
    resolve: (zoneId, slug) => {
      const entry = isConnected() ? near.fresh(zoneId, slug) : undefined;
      if (!entry) return fly(zoneId, slug);
      onResolved('near');
      return entry;
    },
    onChange: (changed) => {
      const { zoneId, slug } = changed;
      if (slug === null) return;
      near.drop(zoneId, slug);
      const key = keyOf(zoneId, slug);
      const flight = flights.get(key);
      if (!flight) return;
      flight.isOutdated = true;
      flights.delete(key);
    },
    onMissed,
  };
}

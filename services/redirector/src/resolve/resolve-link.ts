// Zone and slug → the state of that link now: from the near cache, otherwise by one look-up that all concurrent
// requests for the link share (single-flight).
//
// Invalidation of a link:
// - during its look-up: no request joins the look-up, its result is not cached, its waiters ask again
// - after its look-up: the near cache drops the link
// - possibly missed (the subscription is not connected, or reports missed messages): all look-ups in flight are
//   outdated, and the whole near cache is invalidated
// - not missed, but the link cache was emptied: the near cache stays fresh until it has been compared with PostgreSQL
// - during a bulk read: the read does not store that link, nor any link when changes were possibly missed

import type { ChangedKey, LinkCacheKey } from '@kurz/link-cache';
import type { NearCache } from '../near-cache/near-cache';
import { keyOf, makeBulkReads, type BulkRead } from './bulk-reads';
import { isLinkSendable, linkAt, type LinkAt } from './link-at';
import type { Found, LookUp, LookUpOutcome } from './look-up';

/** The link as it is at the moment of the answer. */
export type LinkOutcome = LinkAt | { kind: 'unavailable' };
/** `busy`: no store was asked, because too many look-ups are in flight. `nowhere`: no store answered. */
export const RESOLVED_FROM = ['near', 'link_cache', 'postgres', 'stale', 'busy', 'nowhere'] as const;
export type ResolvedFrom = (typeof RESOLVED_FROM)[number];

export type ResolveLink = {
  /**
   * Returns at once when the link is in the near cache; the promise never rejects. Its location can be sent as it is.
   */
  resolve: (zoneId: string, slug: string) => LinkOutcome | Promise<LinkOutcome>;
  onChange: (changed: ChangedKey) => void;
  onMissed: () => void;
  /** Must be called before the links are read. */
  beginBulkRead: () => BulkRead;
};

type Ended = LookUpOutcome | { kind: 'unsendable'; from: Found['from'] };
type InFlight = { ended: Promise<Ended>; isOutdated: boolean };

// a link that changes more often than this within one request gets what the last look-up found
const MAX_LOOK_UPS = 10;

export function makeResolveLink(deps: {
  lookUp: LookUp['of'];
  near: NearCache;
  isConnected: () => boolean;
  onResolved: (from: ResolvedFrom) => void;
  /** Decides whether windows of links are open, ms since the epoch. */
  now: () => number;
}): ResolveLink {
  const { near, onResolved, now } = deps;
  const inFlight = new Map<string, InFlight>();
  let wasConnected = true;

  const onMissed = () => {
    near.invalidateAll();
    for (const lookUp of inFlight.values()) lookUp.isOutdated = true;
    bulkReads.onMissed();
    inFlight.clear();
  };

  /** Links read while it is not connected may be outdated too, so both connecting and disconnecting invalidate. */
  const isConnected = () => {
    const isNow = deps.isConnected();
    if (isNow !== wasConnected) onMissed();
    wasConnected = isNow;
    return isNow;
  };

  const bulkReads = makeBulkReads({ near, isConnected });

  const start = (zoneId: string, slug: string, key: string): InFlight => {
    const ended = deps.lookUp({ zoneId, slug }).then((outcome): Ended => {
      if (inFlight.get(key) === lookUp) inFlight.delete(key);
      if (outcome.kind === 'found' && outcome.entry.kind === 'link' && !isLinkSendable(outcome.entry)) {
        return { kind: 'unsendable', from: outcome.from };
      }
      if (outcome.kind === 'found' && !lookUp.isOutdated) near.store(zoneId, slug, outcome.entry);
      return outcome;
    });
    const lookUp: InFlight = { ended, isOutdated: false };
    inFlight.set(key, lookUp);
    return lookUp;
  };

  /**
   * A link that only the near cache has. While the stores are busy, not away, no link that may have changed is used.
   */
  const withoutStores = ({ zoneId, slug }: LinkCacheKey, why: 'away' | 'busy'): LinkOutcome => {
    const stale = near.stale(zoneId, slug);
    const isUsable = stale && (why === 'away' || (stale.isCurrent && isConnected()));
    onResolved(isUsable ? 'stale' : why === 'busy' ? 'busy' : 'nowhere');
    return isUsable ? linkAt(stale.link, now) : { kind: 'unavailable' };
  };

  const lookUpShared = async (zoneId: string, slug: string): Promise<LinkOutcome> => {
    const key = keyOf(zoneId, slug);
    for (let lookUps = 1; ; lookUps++) {
      const lookUp = inFlight.get(key) ?? start(zoneId, slug, key);
      const outcome = await lookUp.ended;
      if (outcome.kind === 'away' || outcome.kind === 'busy')
        return withoutStores({ zoneId, slug }, outcome.kind);
      if (lookUp.isOutdated && lookUps < MAX_LOOK_UPS) continue;
      onResolved(outcome.from);
      return outcome.kind === 'found' ? linkAt(outcome.entry, now) : { kind: 'unavailable' };
    }
  };

  return {
    resolve: (zoneId, slug) => {
      const entry = isConnected() ? near.fresh(zoneId, slug) : undefined;
      if (!entry) return lookUpShared(zoneId, slug);
      onResolved('near');
      return linkAt(entry, now);
    },
    onChange: (changed) => {
      const { zoneId, slug } = changed;
      if (slug === null) return;
      near.drop(zoneId, slug);
      const key = keyOf(zoneId, slug);
      bulkReads.onChange(key);
      const lookUp = inFlight.get(key);
      if (!lookUp) return;
      lookUp.isOutdated = true;
      inFlight.delete(key);
    },
    onMissed,
    beginBulkRead: bulkReads.begin,
  };
}

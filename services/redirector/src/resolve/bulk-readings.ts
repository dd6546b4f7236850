// Readings of many links that no visitor has asked for. A link that changes during a reading is not stored by it; when
// changes were possibly missed, no link is.

import type { CachedLink, LinkCacheKey } from '@kurz/link-cache';
import type { NearCache } from '../near-cache/near-cache';
import { isLinkSendable } from './link-at';

export type BulkReading = {
  /** Returns false when changes were possibly missed since it began; nothing of it may be stored any more. */
  store: (key: LinkCacheKey, link: CachedLink) => boolean;
  /** Makes a link fresh again that was read in the version that the near cache has. Returns false as `store` does. */
  renew: (key: LinkCacheKey, version: number) => boolean;
  isCurrent: () => boolean;
  end: () => void;
};

export type BulkReadings = {
  /** Must be called before the links are read. */
  begin: () => BulkReading;
  /** `key`: from keyOf. */
  onChange: (key: string) => void;
  onMissed: () => void;
};

export const keyOf = (zoneId: string, slug: string) => `${zoneId}/${slug}`;

/**
 * Least share of the TTL. Shares differ, so that the links of a reading are not all looked up again in the same second.
 */
const LEAST_SHARE = 0.25;

export function makeBulkReadings(deps: {
  near: Pick<NearCache, 'fresh' | 'version' | 'store' | 'renew'>;
  isConnected: () => boolean;
}): BulkReadings {
  const { near, isConnected } = deps;
  const underWay = new Set<{ changed: Set<string>; isOutdated: boolean }>();
  return {
    begin: () => {
      const reading = { changed: new Set<string>(), isOutdated: !isConnected() };
      underWay.add(reading);
      const isCurrent = () => isConnected() && !reading.isOutdated;
      return {
        store: ({ zoneId, slug }, link) => {
          if (!isCurrent()) return false;
          const isOlder =
            reading.changed.has(keyOf(zoneId, slug)) || near.version(zoneId, slug) > link.version;
          if (isOlder || near.fresh(zoneId, slug) || !isLinkSendable(link)) return true;
          near.store(zoneId, slug, link, LEAST_SHARE + (1 - LEAST_SHARE) * Math.random());
          return true;
        },
        renew: ({ zoneId, slug }, version) => {
          if (!isCurrent()) return false;
          if (!reading.changed.has(keyOf(zoneId, slug))) near.renew(zoneId, slug, version);
          return true;
        },
        isCurrent,
        end: () => void underWay.delete(reading),
      };
    },
    onChange: (key) => {
      for (const { changed } of underWay) changed.add(key);
    },
    onMissed: () => {
      for (const reading of underWay) reading.isOutdated = true;
    },
  };
}

// Reads of many links that no visitor has asked for. A link that changes during a read is not stored by it; when
// changes were possibly missed, no link is.

import type { CachedLink, LinkCacheKey } from '@kurz/link-cache';
import type { NearCache } from '../near-cache/near-cache';
import { isLinkSendable } from './link-at';

export type BulkRead = {
  /** Returns false when changes were possibly missed since it began; nothing of it may be stored any more. */
  store: (key: LinkCacheKey, link: CachedLink) => boolean;
  /** Makes a link fresh again that was read in the version that the near cache has. Returns false as `store` does. */
  renew: (key: LinkCacheKey, version: number) => boolean;
  isCurrent: () => boolean;
  end: () => void;
};

export type BulkReads = {
  /** Must be called before the links are read. */
  begin: () => BulkRead;
  /** `key`: from keyOf. */
  onChange: (key: string) => void;
  onMissed: () => void;
};

export const keyOf = (zoneId: string, slug: string) => `${zoneId}/${slug}`;

/**
 * Least share of the TTL. Shares differ, so that the links of a read are not all looked up again in the same second.
 */
const MIN_SHARE = 0.25;

export function makeBulkReads(deps: {
  near: Pick<NearCache, 'fresh' | 'version' | 'store' | 'renew'>;
  isConnected: () => boolean;
}): BulkReads {
  const { near, isConnected } = deps;
  const underWay = new Set<{ changed: Set<string>; isOutdated: boolean }>();
  return {
    begin: () => {
      const read = { changed: new Set<string>(), isOutdated: !isConnected() };
      underWay.add(read);
      const isCurrent = () => isConnected() && !read.isOutdated;
      return {
        store: ({ zoneId, slug }, link) => {
          if (!isCurrent()) return false;
          const isOlder = read.changed.has(keyOf(zoneId, slug)) || near.version(zoneId, slug) > link.version;
          if (isOlder || near.fresh(zoneId, slug) || !isLinkSendable(link)) return true;
          near.store(zoneId, slug, link, MIN_SHARE + (1 - MIN_SHARE) * Math.random());
          return true;
        },
        renew: ({ zoneId, slug }, version) => {
          if (!isCurrent()) return false;
          if (!read.changed.has(keyOf(zoneId, slug))) near.renew(zoneId, slug, version);
          return true;
        },
        isCurrent,
        end: () => void underWay.delete(read),
      };
    },
    onChange: (key) => {
      for (const { changed } of underWay) changed.add(key);
    },
    onMissed: () => {
      for (const read of underWay) read.isOutdated = true;
    },
  };
}

// The cache of links in this process's memory, filled by look-ups.
// An entry is fresh until its TTL ends or all entries are invalidated; then it is stale. A stale link is served while
// neither the link cache nor Postgres answers (promise 4). A published change drops its link, so that its old state is
// not served even then.
//
// Generations: each entry has the generation in which it was stored or renewed. Entries of generations before the
// oldest trusted one are stale.

import type { MonotonicClock } from '@kurz/process';
import type { LinkCacheEntry, LinkCacheKey, CachedLink } from '@kurz/link-cache';
import { makeEntryArena } from './entry-arena';
import { MAX_GENERATION } from './entry-record';

export type KeyedLink = { key: LinkCacheKey; link: CachedLink };

export type NearCache = {
  fresh: (zoneId: string, slug: string) => LinkCacheEntry | undefined;
  /** A link of any age; `isCurrent`: only its TTL is over, no change of it can have been missed. */
  stale: (zoneId: string, slug: string) => { link: CachedLink; isCurrent: boolean } | undefined;
  /** The version of an entry of any age; 0 when there is none. */
  version: (zoneId: string, slug: string) => number;
  /** `share`: the part of the TTL that the entry gets, up to 1; default: all of it. */
  store: (zoneId: string, slug: string, entry: LinkCacheEntry, share?: number) => void;
  drop: (zoneId: string, slug: string) => void;
  /** Makes every entry stale. */
  invalidateAll: () => void;
  /** Marks every entry for comparison with PostgreSQL, without making it stale. */
  markAllForRevalidation: () => void;
  /** How often either of these two was called, up to a bound after which it begins again. */
  generation: () => number;
  /** Whether entries of an earlier generation may be fresh. */
  trustsEarlier: () => boolean;
  /** Makes all entries of earlier generations stale. */
  endTrust: () => void;
  /**
   * The links of earlier generations whose TTL is not over. Links that change during the iteration may be included or
   * not.
   */
  ofEarlier: () => Iterable<KeyedLink>;
  /** Takes the link into this generation if it has this version; its TTL is not extended. */
  renew: (zoneId: string, slug: string, version: number) => void;
  bytes: () => number;
};

// unknown slugs have room of their own: guesses evict no link
const UNKNOWN_SHARE = 16;
// of a link with a destination of 80 bytes, and of a slug with its figures
const TYPICAL_LINK_BYTES = 128;
const TYPICAL_UNKNOWN_BYTES = 36;

export function makeNearCache(
  clock: MonotonicClock,
  config: { maxBytes: number; ttlMs: number; unknownTtlMs: number },
): NearCache {
  const unknownBytes = Math.floor(config.maxBytes / UNKNOWN_SHARE);
  const links = makeEntryArena({
    maxBytes: config.maxBytes - unknownBytes,
    typicalBytes: TYPICAL_LINK_BYTES,
  });
  const unknown = makeEntryArena({ maxBytes: unknownBytes, typicalBytes: TYPICAL_UNKNOWN_BYTES });
  let generation = 0;
  let oldestTrusted = 0;

  const beginGeneration = () => {
    generation++;
    if (generation <= MAX_GENERATION) return;
    generation = 0;
    oldestTrusted = 0;
    links.clear();
    unknown.clear();
  };

  function* ofEarlier(): Generator<KeyedLink> {
    for (const offset of links.offsets()) {
      const own = links.generationAt(offset);
      if (own === generation || !links.isFreshAt(offset, clock.now(), own)) continue;
      const link = links.entryAt(offset);
      if (link.kind === 'link') yield { key: links.keyAt(offset), link };
    }
  }

  return {
    fresh: (zoneId, slug) => {
      const now = clock.now();
      const link = links.find(zoneId, slug);
      if (link >= 0) return links.isFreshAt(link, now, oldestTrusted) ? links.entryAt(link) : undefined;
      const gone = unknown.find(zoneId, slug);
      if (gone < 0 || !unknown.isFreshAt(gone, now, oldestTrusted)) return undefined;
      return unknown.entryAt(gone);
    },
    stale: (zoneId, slug) => {
      const offset = links.find(zoneId, slug);
      const entry = offset < 0 ? undefined : links.entryAt(offset);
      if (entry?.kind !== 'link') return undefined;
      return { link: entry, isCurrent: links.generationAt(offset) >= oldestTrusted };
    },
    version: (zoneId, slug) => {
      const link = links.find(zoneId, slug);
      if (link >= 0) return links.entryAt(link).version;
      const gone = unknown.find(zoneId, slug);
      return gone < 0 ? 0 : unknown.entryAt(gone).version;
    },
    store: (zoneId, slug, entry, share = 1) => {
      const now = clock.now();
      if (entry.kind === 'gone') {
        links.drop(zoneId, slug);
        unknown.put(zoneId, slug, entry, { until: now + config.unknownTtlMs * share, generation });
      } else {
        unknown.drop(zoneId, slug);
        links.put(zoneId, slug, entry, { until: now + config.ttlMs * share, generation });
      }
    },
    drop: (zoneId, slug) => {
      links.drop(zoneId, slug);
      unknown.drop(zoneId, slug);
    },
    invalidateAll: () => {
      beginGeneration();
      oldestTrusted = generation;
    },
    markAllForRevalidation: beginGeneration,
    generation: () => generation,
    trustsEarlier: () => oldestTrusted < generation,
    endTrust: () => void (oldestTrusted = generation),
    ofEarlier,
    renew: (zoneId, slug, version) => links.renew(zoneId, slug, version, generation),
    bytes: () => links.bytes() + unknown.bytes(),
  };
}

// What this process remembers of links: what the look-up found goes in, the next request for the same slug gets it.
// An entry is fresh (to be used) until its time is over or everything learned so far is distrusted; after that it is
// kept for the hour in which neither the link cache nor Postgres answers (promise 4). A link that was published as
// changed is dropped, so that its old state is not used even then.

import type { SteadyClock } from '@kurz/process';
import type { LinkCacheEntry, CachedLink } from '@kurz/link-cache';
import { makeEntryArena } from './entry-arena';
import { MAX_GENERATION } from './entry-record';

export type NearCache = {
  fresh: (zoneId: string, slug: string) => LinkCacheEntry | undefined;
  /** A link whatever its age; `isCurrent`: no change of it can have been missed, only its time is over. */
  kept: (zoneId: string, slug: string) => { link: CachedLink; isCurrent: boolean } | undefined;
  store: (zoneId: string, slug: string, entry: LinkCacheEntry) => void;
  drop: (zoneId: string, slug: string) => void;
  /** Nothing that is here is fresh any more. */
  invalidateAll: () => void;
  bytes: () => number;
};

// unknown slugs get a room of their own, so that guessing slugs pushes out no link
const UNKNOWN_SHARE = 16;
// of a link with a destination of 80 bytes, and of a slug with its figures
const TYPICAL_LINK_BYTES = 128;
const TYPICAL_UNKNOWN_BYTES = 36;

export function makeNearCache(
  clock: SteadyClock,
  config: { maxBytes: number; ttlMs: number; unknownTtlMs: number },
): NearCache {
  const unknownBytes = Math.floor(config.maxBytes / UNKNOWN_SHARE);
  const links = makeEntryArena({
    maxBytes: config.maxBytes - unknownBytes,
    typicalBytes: TYPICAL_LINK_BYTES,
  });
  const unknown = makeEntryArena({ maxBytes: unknownBytes, typicalBytes: TYPICAL_UNKNOWN_BYTES });
  let generation = 0;

  return {
    fresh: (zoneId, slug) => {
      const now = clock.now();
      const link = links.find(zoneId, slug);
      if (link >= 0) return links.isFreshAt(link, now, generation) ? links.entryAt(link) : undefined;
      const gone = unknown.find(zoneId, slug);
      if (gone < 0 || !unknown.isFreshAt(gone, now, generation)) return undefined;
      return unknown.entryAt(gone);
    },
    kept: (zoneId, slug) => {
      const place = links.find(zoneId, slug);
      const entry = place < 0 ? undefined : links.entryAt(place);
      if (entry?.kind !== 'link') return undefined;
      return { link: entry, isCurrent: links.generationAt(place) === generation };
    },
    store: (zoneId, slug, entry) => {
      const now = clock.now();
      if (entry.kind === 'gone') {
        links.drop(zoneId, slug);
        unknown.put(zoneId, slug, entry, { until: now + config.unknownTtlMs, generation });
      } else {
        unknown.drop(zoneId, slug);
        links.put(zoneId, slug, entry, { until: now + config.ttlMs, generation });
      }
    },
    drop: (zoneId, slug) => {
      links.drop(zoneId, slug);
      unknown.drop(zoneId, slug);
    },
    invalidateAll: () => {
      generation++;
      if (generation <= MAX_GENERATION) return;
      generation = 0;
      links.clear();
      unknown.clear();
    },
    bytes: () => links.bytes() + unknown.bytes(),
  };
}

// Reads the links with the most visits into the near cache before a worker listens, so that its first visitors do not
// need a look-up each.

import type { BulkRead } from './bulk-reads';
import type { KeyedLink } from '../near-cache/near-cache';

/**
 * About what a link takes in the near cache, bytes. Half of the near cache stays free for the links that visitors
 * request.
 */
const BYTES_PER_LINK = 160;
const SHARE_OF_NEAR_CACHE = 0.5;
/** They take a second of one core. */
const MAX_LINKS = 100_000;

/** How many links are read into a near cache of this bound, bytes. */
export const linksToLoad = (nearCacheBytes: number): number =>
  Math.min(MAX_LINKS, Math.floor((nearCacheBytes * SHARE_OF_NEAR_CACHE) / BYTES_PER_LINK));

/**
 * Resolves with how many links of `pages` were taken: all, unless `signal` aborts or changes were possibly missed.
 * Rejects when a page does.
 */
export async function loadLinks(
  { bulkRead, signal }: { bulkRead: Pick<BulkRead, 'store'>; signal: AbortSignal },
  pages: AsyncIterable<readonly KeyedLink[]>,
): Promise<number> {
  let loaded = 0;
  for await (const page of pages) {
    for (const { key, link } of page) {
      if (!bulkRead.store(key, link)) return loaded;
      loaded++;
    }
    if (signal.aborted) break;
  }
  return loaded;
}

// Reads of links from PostgreSQL, in queries at one of two rates. What the link cache does not know is a guess for the most
// part, and guesses are to cost little. An emptied link cache does not know the links that visitors want either: while most
// reads find a link they leave ten times as often, so that no visitor waits for the pace of guesses.

import type { LinkCacheEntry, LinkCacheKey } from '@kurz/link-cache';
import { makeRateLimitedBatcher, type RateLimitedBatcher } from './rate-limited-batcher';

/** 50 queries in any second, up to 25 ms to wait. */
const OF_GUESSES = { atOnce: 10, perSecond: 40 };
/** Up to 2.5 ms to wait. */
const OF_LINKS = { atOnce: 10, perSecond: 400 };

/** How many look-ups wait for each query that may run: 1,024 by default. */
const WAITING_PER_RUNNING = 16;

/** Of about so many reads the share of links is known; it begins with guesses alone. */
const LATE_READS = 64;
const MOST = 0.5;

export function makePacedReads(
  query: (keys: readonly LinkCacheKey[]) => Promise<readonly LinkCacheEntry[]>,
  deps: {
    /** Queries that run at the same time, of each rate. */
    parallel: number;
    /** While no invalidations arrive, every visitor's link is looked up here. */
    isConnected: () => boolean;
  },
): RateLimitedBatcher<LinkCacheKey, LinkCacheEntry> {
  const room = { parallel: deps.parallel, waiting: deps.parallel * WAITING_PER_RUNNING };
  let shareOfLinks = 0;

  const queryAndNote = async (keys: readonly LinkCacheKey[]) => {
    const entries = await query(keys);
    for (const { kind } of entries) shareOfLinks += (Number(kind === 'link') - shareOfLinks) / LATE_READS;
    return entries;
  };
  const ofGuesses = makeRateLimitedBatcher(queryAndNote, { ...room, ...OF_GUESSES });
  const ofLinks = makeRateLimitedBatcher(queryAndNote, { ...room, ...OF_LINKS });

  // late answers of a link cache that is there are no reason to let guesses through
  const reads = () => (shareOfLinks > MOST || !deps.isConnected() ? ofLinks : ofGuesses);
  return { isFull: () => reads().isFull(), read: (key) => reads().read(key) };
}

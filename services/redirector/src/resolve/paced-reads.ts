// Reads of links from PostgreSQL, in queries at one of two rates. A slug that the link cache does not know is mostly a
// guess, and guesses must cost little. But an emptied link cache does not know the links that visitors want either.
// While most reads find a link, queries leave ten times as often, so that no visitor waits at the pace of guesses.

import type { LinkCacheEntry, LinkCacheKey } from '@kurz/link-cache';
import { makeRateLimitedBatcher, type RateLimitedBatcher } from './rate-limited-batcher';

/** 50 queries in any second, and a wait of up to 25 ms. */
const OF_GUESSES = { atOnce: 10, perSecond: 40 };
/** A wait of up to 2.5 ms. */
const OF_LINKS = { atOnce: 10, perSecond: 400 };

/** How many look-ups wait for each query that may run: 1,024 by default. */
const WAITING_PER_RUNNING = 16;

/** The share of links is averaged over about so many reads; it begins at 0. */
const LATE_READS = 64;
const MAJORITY = 0.5;

export function makePacedReads(
  query: (keys: readonly LinkCacheKey[]) => Promise<readonly LinkCacheEntry[]>,
  deps: {
    /** Queries that run at the same time, per rate. */
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

  // a link cache that answers late is no reason to let guesses through
  const reads = () => (shareOfLinks > MAJORITY || !deps.isConnected() ? ofLinks : ofGuesses);
  return { isFull: () => reads().isFull(), read: (key) => reads().read(key) };
}

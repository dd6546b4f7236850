// After changes were possibly missed, each link of the near cache would have to be looked up again, at 50 µs of CPU.
// Instead PostgreSQL is asked which links have changed, many at a time, and the others are fresh again. A link that a
// visitor requests before that is looked up. When only the link cache was emptied, all links stay fresh until
// PostgreSQL has been asked for all.

import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '@kurz/process';
import type { KeyedLink, NearCache } from '../near-cache/near-cache';
import type { BulkRead } from './bulk-reads';
import type { ChangedLinks } from './sql/find-changed-links';

/** More than the 250 ms between two reads of the outbox: while that has too many changes, each read invalidates. */
export const REVALIDATE_MS = 400;
/** A query takes 0.5 ms of CPU here, and 1 ms in PostgreSQL. */
const LINKS_AT_ONCE = 256;
/** The rest before the next query, as a multiple of the time that PostgreSQL took: a busy server is asked less. */
const REST_SHARE = 3;
/** The same when no visitor waits for it. */
const LONG_REST_SHARE = 19;

export type Revalidation = { close: () => Promise<void> };

export type RevalidationDeps = {
  near: Pick<NearCache, 'generation' | 'trustsEarlier' | 'endTrust' | 'ofEarlier'>;
  /** Whether invalidations arrive. */
  isConnected: () => boolean;
  beginBulkRead: () => BulkRead;
  /** Rejects when PostgreSQL does not answer. */
  findChanged: (links: readonly KeyedLink[]) => Promise<ChangedLinks>;
  log: Log;
};

/** The next ones, up to `count`. */
function take<T>(items: Iterator<T>, count: number): T[] {
  const taken: T[] = [];
  while (taken.length < count) {
    const next = items.next();
    if (next.done) break;
    taken.push(next.value);
  }
  return taken;
}

/** Ends early when `signal` aborts. */
const rest = (ms: number, signal: AbortSignal) =>
  sleep(ms, undefined, { signal, ref: false }).catch(() => undefined);

/**
 * `isDone`: true when all links that have not changed are in this generation; false when it ended early, for example
 * because another generation has begun.
 */
async function revalidate(deps: RevalidationDeps, signal: AbortSignal) {
  const { near } = deps;
  const bulkRead = deps.beginBulkRead();
  const generation = near.generation();
  const isCurrent = () => bulkRead.isCurrent() && near.generation() === generation;
  const earlier = near.ofEarlier()[Symbol.iterator]();
  let renewed = 0;
  try {
    while (isCurrent() && !signal.aborted) {
      const links = take(earlier, LINKS_AT_ONCE);
      if (links.length === 0) return { renewed, isDone: true };
      const { changed, ms } = await deps.findChanged(links);
      if (!isCurrent()) break;
      for (const [index, { key, link }] of links.entries()) {
        if (!changed.has(index) && bulkRead.renew(key, link.version)) renewed++;
      }
      await rest((near.trustsEarlier() ? LONG_REST_SHARE : REST_SHARE) * ms, signal);
    }
    return { renewed, isDone: false };
  } finally {
    bulkRead.end();
  }
}

/**
 * Checks every `everyMs` whether the near cache has a new generation. 0: never, for a link cache that misses nothing.
 */
export function startRevalidation(deps: RevalidationDeps, config: { everyMs: number }): Revalidation {
  const closing = new AbortController();
  const { signal } = closing;
  const { near, log } = deps;
  let validated = near.generation();
  let seen = validated;

  const look = async () => {
    const generation = near.generation();
    // it is invalidated several times while a subscription begins
    const isOver = generation === seen;
    seen = generation;
    if (generation === validated || !isOver || !deps.isConnected()) return;
    const began = performance.now();
    try {
      const { renewed, isDone } = await revalidate(deps, signal);
      if (isDone) {
        validated = generation;
        near.endTrust();
      }
      const ms = Math.round(performance.now() - began);
      if (renewed > 0) log.info({ event: 'links_revalidated', links: renewed, ms });
    } catch (error) {
      log.debug({ event: 'links_not_revalidated', err: error });
    }
  };

  const run = async () => {
    while (!signal.aborted) {
      await rest(config.everyMs, signal);
      await look();
    }
  };
  const running = config.everyMs > 0 ? run() : Promise.resolve();
  return {
    close: async () => {
      closing.abort();
      await running;
    },
  };
}

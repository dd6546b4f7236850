// Asks the stores for a link: the link cache, then Postgres. An entry from Postgres is filled into the cache, which
// returns a newer entry when it has one. The cache is not asked for a link with a change in the outbox. Its answer is
// not used when this process has known a newer version: a primary that was cut off answers before it is demoted. Never
// rejects: a failure is an outcome.

import type { Db } from '@kurz/database';
import type { LinkCacheEntry, LinkCacheKey, LinkCache } from '@kurz/link-cache';
import type { Log } from '@kurz/process';
import { makeCircuitBreaker, within, type Attempt } from '@kurz/resilience';
import { makePacedReads } from './paced-reads';
import { readLinks } from './sql/read-links';
import { makeTickBatcher } from './tick-batcher';

/** `away`: no store answered. `busy`: too many look-ups; no store was asked. */
export type Found = { kind: 'found'; from: 'link_cache' | 'postgres'; entry: LinkCacheEntry };
export type LookUpOutcome = Found | { kind: 'away' } | { kind: 'busy' };
export type LookUp = {
  of: (key: LinkCacheKey) => Promise<LookUpOutcome>;
  /** Reads a link from Postgres, even when the link cache knows it. Never rejects. */
  readStored: (key: LinkCacheKey) => Promise<Attempt<LinkCacheEntry>>;
  /** The stores stay open. */
  close: () => void;
};

export type LookUpDeps = {
  db: Db;
  linkCache: LinkCache;
  /** Whether a change of the link is in the outbox: committed, and not yet in the link cache. */
  isWaiting: (key: LinkCacheKey) => boolean;
  /** The version in the near cache; 0 when there is none. */
  knownVersion: (key: LinkCacheKey) => number;
  /** Whether invalidations arrive, so that links in the near cache need no look-up. */
  isConnected: () => boolean;
  /** Called for each query of Postgres, which may look up many links. */
  onQuery: () => void;
  log: Log;
};

const BREAKER = { failures: 3, probeEveryMs: 1_000 };

/** A key that no link can have, to probe a store that is thought to be away. */
const NO_LINK: LinkCacheKey = { zoneId: '-', slug: '-' };

export function makeLookUp(
  deps: LookUpDeps,
  config: { maxParallelLookups: number; lookupTimeoutMs: number },
): LookUp {
  const inTime = <T>(call: Promise<T>) => within(config.lookupTimeoutMs, call);
  const breakerOf = (store: string, probe: () => Promise<unknown>) =>
    makeCircuitBreaker(deps, { ...BREAKER, store, probe: () => inTime(probe()) });
  const linkCache = breakerOf('link_cache', () => deps.linkCache.getAll([NO_LINK]));
  const postgres = breakerOf('postgres', () => readLinks(deps.db, [NO_LINK]));
  const links = makePacedReads(
    (keys) => {
      deps.onQuery();
      return readLinks(deps.db, keys);
    },
    { parallel: config.maxParallelLookups, isConnected: deps.isConnected },
  );

  const readLinkCache = makeTickBatcher(
    async (keys: readonly LinkCacheKey[]): Promise<Attempt<LinkCacheEntry | undefined>[]> => {
      const read = await linkCache.attempt(() => inTime(deps.linkCache.getAll(keys)));
      if (read.kind !== 'done') return keys.map(() => read);
      return read.value.map((value) => ({ kind: 'done', value }));
    },
  );

  const readStored = (key: LinkCacheKey) => postgres.attempt(() => inTime(links.read(key)));

  const lookUp = async (key: LinkCacheKey): Promise<LookUpOutcome> => {
    const known: Attempt<LinkCacheEntry | undefined> = deps.isWaiting(key)
      ? { kind: 'open' }
      : await readLinkCache(key);
    const watermark = deps.linkCache.watermark(key);
    if (known.kind === 'done' && known.value && known.value.version >= deps.knownVersion(key)) {
      return { kind: 'found', from: 'link_cache', entry: known.value };
    }
    if (links.isFull() && !postgres.isOpen()) return { kind: 'busy' };
    const read = await readStored(key);
    if (read.kind !== 'done') return { kind: 'away' };
    const entry = read.value;
    // a link cache that has just timed out, or is behind, is not asked a second time
    if (known.kind !== 'done') return { kind: 'found', from: 'postgres', entry };
    const filled = await linkCache.attempt(() => inTime(deps.linkCache.fill(key, entry, watermark)));
    return { kind: 'found', from: 'postgres', entry: filled.kind === 'done' ? filled.value : entry };
  };

  return {
    of: lookUp,
    readStored,
    close: () => {
      linkCache.close();
      postgres.close();
    },
  };
}

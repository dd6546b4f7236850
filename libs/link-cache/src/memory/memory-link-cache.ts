// The link cache in the memory of one process: the API applies to it, the redirector beside it reads, fills and
// listens. Bounded. An older version never replaces a newer one:
//
// 1. A stored entry gives way only to a higher version.
// 2. A key without a stored entry may have lost one with a version at or below its floor (version-floor.ts). An entry
//    below the floor may be older than that and is not stored. An entry at the floor is the forgotten one itself, or
//    the version is another key's. An entry above it is newer. So a slow fill never comes back after a newer apply.
// 3. An entry that is not stored is answered as it is. A reader that must not use it receives the published key and
//    asks again: a read from Postgres, never a wrong answer later.
//
// Unknown slugs (version 0) have a small capacity of their own, so that guessed slugs evict no links.

import { LRUCache } from 'lru-cache';
import type {
  ChangedKey,
  LinkCacheEntry,
  LinkCacheKey,
  LinkCache,
  OnChange,
  ReadWatermark,
  Subscription,
} from '../port/link-cache';
import { makeVersionFloor } from './version-floor';

// one entry in eight may be an unknown slug
const UNKNOWN_SHARE = 8;

// the floor knows of everything that was forgotten, whenever that was
const WATERMARK: ReadWatermark = { epoch: '', at: 0 };

const nameOf = (key: LinkCacheKey) => `${key.zoneId}/${key.slug}`;

/** Notifies every listener at once, even after one has thrown, and waits for all. Then rejects if one has failed. */
async function notifyAll(listeners: readonly { notify: OnChange }[], key: ChangedKey): Promise<void> {
  const notified = listeners.map(async ({ notify }) => {
    await notify(key);
  });
  const outcomes = await Promise.allSettled(notified);
  const errors: unknown[] = [];
  for (const outcome of outcomes) if (outcome.status === 'rejected') errors.push(outcome.reason);
  if (errors.length > 0) throw new AggregateError(errors, 'a subscriber of the link cache threw');
}

/** Publishes at once: every listener has received a change, and knows it, before `apply` resolves. */
export function makeMemoryLinkCache(options: { maxEntries: number }): LinkCache {
  const floor = makeVersionFloor();
  const entries = new LRUCache<string, LinkCacheEntry>({
    max: options.maxEntries,
    dispose: (entry, name, reason) => {
      if (reason === 'evict') floor.raise(name, entry.version);
    },
  });
  const unknown = new LRUCache<string, LinkCacheEntry>({
    max: Math.ceil(options.maxEntries / UNKNOWN_SHARE),
  });
  const listeners = new Set<{ notify: OnChange }>();
  let isClosed = false;

  const find = (name: string) => entries.get(name) ?? unknown.get(name);

  const put = (name: string, entry: LinkCacheEntry): LinkCacheEntry => {
    const stored = find(name);
    if (stored ? stored.version >= entry.version : entry.version < floor.of(name)) return stored ?? entry;
    if (entry.version > 0) unknown.delete(name);
    (entry.version > 0 ? entries : unknown).set(name, entry);
    return entry;
  };

  const publish = (key: ChangedKey) => notifyAll([...listeners], key);

  const subscribe = (notify: OnChange): Subscription => {
    const listener = { notify };
    listeners.add(listener);
    return {
      isConnected: () => !isClosed && listeners.has(listener),
      close: () => {
        listeners.delete(listener);
        return Promise.resolve();
      },
    };
  };

  return {
    get: (key) => Promise.resolve(find(nameOf(key))),
    getAll: (keys) => Promise.resolve(keys.map((key) => find(nameOf(key)))),
    watermark: () => WATERMARK,
    fill: (key, entry) => Promise.resolve(put(nameOf(key), entry)),
    apply: (key, entry) => {
      put(nameOf(key), entry);
      return publish({ zoneId: key.zoneId, slug: key.slug });
    },
    publishZone: (zoneId) => publish({ zoneId, slug: null }),
    subscribe: (onChange) => Promise.resolve(subscribe(onChange)),
    close: () => {
      isClosed = true;
      listeners.clear();
      entries.clear();
      unknown.clear();
      return Promise.resolve();
    },
  };
}

// What this process remembers of links: what the look-up found goes in, the next request for the same slug gets it.
// An entry is fresh (to be used) until its time is over or everything learned so far is distrusted; after that it is
// kept for the hour in which neither the directory nor Postgres answers (promise 4). A link that was published as
// changed is dropped, so that its old state is not used even then.

import type { Clock } from '@kurz/process';
import type { DirectoryEntry, DirectoryLink } from '@kurz/link-directory';
import { makeSecondChanceMap } from './second-chance-map';

export type NearCache = {
  fresh: (key: string) => DirectoryEntry | undefined;
  /** A link whatever its age; `isCurrent`: no change of it can have been missed, only its time is over. */
  kept: (key: string) => { link: DirectoryLink; isCurrent: boolean } | undefined;
  store: (key: string, entry: DirectoryEntry) => void;
  drop: (key: string) => void;
  /** Nothing that is here is fresh any more. */
  distrustAll: () => void;
  bytes: () => number;
};

// unknown slugs get a room of their own, so that guessing slugs pushes out no link
const UNKNOWN_SHARE = 16;

type Slot<E> = { entry: E; until: number; generation: number };

export function makeNearCache(
  clock: Clock,
  config: { maxBytes: number; ttlMs: number; unknownTtlMs: number },
): NearCache {
  const links = makeSecondChanceMap<Slot<DirectoryLink>>(config.maxBytes * (1 - 1 / UNKNOWN_SHARE));
  const unknown = makeSecondChanceMap<Slot<DirectoryEntry>>(config.maxBytes / UNKNOWN_SHARE);
  let generation = 0;

  const drop = (key: string) => {
    links.delete(key);
    unknown.delete(key);
  };

  return {
    fresh: (key) => {
      const slot = links.get(key) ?? unknown.get(key);
      if (!slot || slot.generation !== generation || clock.now() >= slot.until) return undefined;
      return slot.entry;
    },
    kept: (key) => {
      const slot = links.get(key);
      return slot && { link: slot.entry, isCurrent: slot.generation === generation };
    },
    store: (key, entry) => {
      drop(key);
      const now = clock.now();
      if (entry.kind === 'gone') {
        unknown.set(key, { entry, until: now + config.unknownTtlMs, generation }, 0);
        return;
      }
      const bytes = entry.location.length + entry.linkId.length + entry.workspaceId.length;
      links.set(key, { entry, until: now + config.ttlMs, generation }, bytes);
    },
    drop,
    distrustAll: () => void generation++,
    bytes: () => links.bytes() + unknown.bytes(),
  };
}

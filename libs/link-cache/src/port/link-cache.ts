// The link cache: what the redirectors know about links. A port, because two adapters implement it: memory (embedded)
// and Redis (production).

/** When a link leads to its destination. Moments in ms since the epoch, by the answering process's clock. */
export type LinkWindow = {
  /** null: from its creation on. */
  startsAt: number | null;
  /** null: it does not end. */
  expiresAt: number | null;
  /** Where it leads after its end, ready for a Location header; null: nowhere. */
  expiredLocation: string | null;
};

/** A link as the redirector needs it. `state` decides the answer, and within it the window. */
export type CachedLink = {
  kind: 'link';
  linkId: string;
  workspaceId: string;
  /**
   * ASCII serialisation of the destination, ready for a Location header; for a conditional link, where it leads when no
   * condition matches.
   */
  location: string;
  /** `conditional`: enabled or unsafe, and where it leads depends on the request. */
  state: 'enabled' | 'paused' | 'restricted' | 'unsafe' | 'conditional';
  version: number;
  /** Only in state `conditional`. `text`: as in conditions.ts. */
  conditional?: { isUnsafe: boolean; text: string };
  /** Only when the link has a beginning or an end. */
  window?: LinkWindow;
};

/** There is no such link. `version` is 0 for a slug that never had a link, else that of the deletion. */
export type CachedTombstone = { kind: 'gone'; version: number };

export type LinkCacheEntry = CachedLink | CachedTombstone;

/** `zoneId` and `slug` name a link; a key without slug names the zone itself. */
export type LinkCacheKey = { zoneId: string; slug: string };
export type ChangedKey = { zoneId: string; slug: string | null };

/** When a read of Postgres began, in the link cache's own terms. */
export type ReadWatermark = { readonly epoch: string; readonly at: number };

/** If it returns a promise, the promise resolves when the change is known, and never rejects. */
export type OnChange = (key: ChangedKey) => unknown;

export type Subscription = {
  /** False while invalidations may have been missed; a near cache must not be trusted then. */
  isConnected: () => boolean;
  close: () => Promise<void>;
};

export type LinkCache = {
  /** The entry, or undefined when the link cache does not know. */
  get: (key: LinkCacheKey) => Promise<LinkCacheEntry | undefined>;
  /** The same for each of the keys, in their order. */
  getAll: (keys: readonly LinkCacheKey[]) => Promise<(LinkCacheEntry | undefined)[]>;
  /**
   * Must be taken after a miss and before Postgres is read, for `fill`: the link cache may forget newer entries in
   * between.
   */
  watermark: (key: LinkCacheKey) => ReadWatermark;
  /**
   * Stores what was read from Postgres, if no newer entry is stored or may have been since the watermark (default:
   * now). Resolves with the entry that is valid now. With equal versions the stored entry wins. Publishes nothing.
   */
  fill: (key: LinkCacheKey, entry: LinkCacheEntry, since?: ReadWatermark) => Promise<LinkCacheEntry>;
  /** Stores a change if nothing newer is there, then publishes the key to every subscriber in any case. */
  apply: (key: LinkCacheKey, entry: LinkCacheEntry) => Promise<void>;
  /**
   * Publishes that a zone changed (enabled, disabled, root redirect, added). In one process it waits for the
   * subscribers.
   */
  publishZone: (zoneId: string) => Promise<void>;
  /**
   * Calls `onChange` for each published key, and `onMissed` when invalidations may have been missed: what was read
   * before is stale then. Calls `onEmptied` (default: `onMissed`) when the entries were forgotten and no invalidation
   * was missed. An absent store is no error: the subscription is then not connected.
   */
  subscribe: (onChange: OnChange, onMissed?: () => void, onEmptied?: () => void) => Promise<Subscription>;
  close: () => Promise<void>;
};

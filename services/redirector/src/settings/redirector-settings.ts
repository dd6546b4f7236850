// The settings of a redirector in any process; `redirectorSettingsOf` fills in the defaults and lists all faults.

import { settingsOf, type SettingsOf, type SettingsProperties } from '@kurz/process';

const PROPERTIES = {
  /** Proxies in front that append to X-Forwarded-For; 0: the client is the socket's other end. */
  trustedProxies: { type: 'integer', minimum: 0, default: 0 },
  /** Bound of the near cache, bytes; the default holds about 450,000 links. */
  nearCacheBytes: { type: 'integer', minimum: 0, default: 64 * 1024 ** 2 },
  /**
   * How long a cached link is used without an invalidation, ms. When invalidations may be missed, all links are dropped
   * at once: no answer depends on the end of this time.
   */
  nearCacheTtlMs: { type: 'integer', minimum: 0, default: 3_600_000 },
  /** The same for a slug that is not taken, ms. */
  nearCacheUnknownTtlMs: { type: 'integer', minimum: 0, default: 5_000 },
  /**
   * Queries of Postgres at once, with and without a connection to the link cache. Sixteen times as many look-ups may
   * wait for one, the rest is answered 503.
   */
  maxParallelLookups: { type: 'integer', minimum: 1, default: 64 },
  /**
   * Longest wait for one answer of the link cache or of Postgres, ms; outlasts the pool's wait for a connection
   * (2,000).
   */
  lookupTimeoutMs: { type: 'integer', minimum: 1, default: 2_500 },
  /** How often zones are read again, ms. */
  zoneRefreshMs: { type: 'integer', minimum: 1, default: 30_000 },
  /** How often unpublished changes of the outbox are read from Postgres, ms; 0: never. */
  outboxMs: { type: 'integer', minimum: 0, default: 0 },
  /** How often to check whether the near cache was invalidated, to compare it with Postgres, ms; 0: never. */
  revalidateMs: { type: 'integer', minimum: 0, default: 0 },
} as const satisfies SettingsProperties;

/** Hosts (with port, if any) that are aliases of a zone's domain: `{ '127.0.0.1:3000': 'localhost:3000' }`. */
type HostAliases = Readonly<Record<string, string>>;

export type RedirectorSettings = Partial<SettingsOf<typeof PROPERTIES>> & { hostAliases?: HostAliases };

/** The near cache's default bound. */
export const NEAR_CACHE_BYTES = PROPERTIES.nearCacheBytes.default;

/**
 * The given settings, with defaults for the missing ones; frozen.
 * @throws SettingsError with every fault.
 */
export function redirectorSettingsOf({ hostAliases, ...given }: RedirectorSettings) {
  const settings = settingsOf(PROPERTIES, given);
  return Object.freeze({ ...settings, hostAliases: Object.freeze({ ...hostAliases }) });
}

// The settings of a redirector in any process; `redirectorSettingsOf` fills in the defaults and lists all faults.

import { SettingsError } from '@kurz/process';

export type RedirectorSettings = {
  /** Proxies in front that append to X-Forwarded-For; 0: the client is the socket's other end. */
  trustedProxies?: number;
  /** Hosts (with port, if any) that stand for a zone's domain: `{ '127.0.0.1:3000': 'localhost:3000' }`. */
  hostAliases?: Readonly<Record<string, string>>;
  /** Bound of the near cache, bytes; 64 MiB, about 450,000 links. */
  nearCacheBytes?: number;
  /** How long a link is used without asking again while no change of it is heard, ms; 3,600,000. */
  nearCacheTtlMs?: number;
  /** The same for a slug that is not taken, ms; 5,000. */
  nearCacheUnknownTtlMs?: number;
  /**
   * Queries of Postgres at once; 64, with and without invalidations of the link cache. Sixteen times as many look-ups
   * may wait for one; the rest is answered 503.
   */
  maxParallelLookups?: number;
  /** Longest wait for one answer of the link cache or of Postgres, ms; 2,500. */
  lookupTimeoutMs?: number;
  /** How often zones are read again, ms; 30,000. */
  zoneRefreshMs?: number;
  /** How often changes that the link cache has still to be told are read from Postgres, ms; 0, the default: never. */
  outboxMs?: number;
};

/** The near cache's default bound: about 450,000 links. */
export const NEAR_CACHE_BYTES = 64 * 1024 ** 2;

const DEFAULTS = {
  trustedProxies: 0,
  nearCacheBytes: NEAR_CACHE_BYTES,
  // changes are heard, and what cannot be heard is distrusted at once: nothing waits for this time to pass
  nearCacheTtlMs: 3_600_000,
  nearCacheUnknownTtlMs: 5_000,
  maxParallelLookups: 64,
  // outlasts the pool's wait for a connection (2,000)
  lookupTimeoutMs: 2_500,
  zoneRefreshMs: 30_000,
  outboxMs: 0,
};

const LEAST: readonly (readonly [name: keyof typeof DEFAULTS, least: number])[] = [
  ['trustedProxies', 0],
  ['nearCacheBytes', 0],
  ['nearCacheTtlMs', 0],
  ['nearCacheUnknownTtlMs', 0],
  ['maxParallelLookups', 1],
  ['lookupTimeoutMs', 1],
  ['zoneRefreshMs', 1],
  ['outboxMs', 0],
];

/**
 * The settings with defaults in the place of what is not given; frozen.
 * @throws SettingsError with every fault.
 */
export function redirectorSettingsOf(given: RedirectorSettings): Readonly<Required<RedirectorSettings>> {
  const settings = { ...DEFAULTS };
  for (const [name] of LEAST) settings[name] = given[name] ?? DEFAULTS[name];
  const faults = LEAST.filter(
    ([name, least]) => !Number.isSafeInteger(settings[name]) || settings[name] < least,
  ).map(([name, least]) => `${name} must be a whole number of at least ${least}`);
  if (faults.length > 0) throw new SettingsError(faults);
  return Object.freeze({ ...settings, hostAliases: Object.freeze({ ...given.hostAliases }) });
}

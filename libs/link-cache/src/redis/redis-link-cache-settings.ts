// How long the link cache on Redis keeps entries, and how often it sends heartbeats to its subscription.

import { DAY_MS, settingsOf, type SettingsOf, type SettingsProperties } from '@kurz/process';
import type { LinkCacheEntry, ReadWatermark } from '../port/link-cache';

/** A fill that took longer than this since its watermark is not stored, ms. */
const MAX_FILL_MS = 60_000;

const PROPERTIES = {
  /** How long a link is kept before it is read from Postgres again, ms. Bounds the memory of Redis. */
  linkTtlMs: { type: 'integer', minimum: 1, default: DAY_MS },
  /** The same for a slug that is not taken, ms: 10,000 guesses a second are 100,000 keys. */
  unknownTtlMs: { type: 'integer', minimum: 1, default: 10_000 },
  /** How long a deletion is remembered, ms. No writer may be slower; a fill has a minute. */
  tombstoneTtlMs: { type: 'integer', minimum: 2 * MAX_FILL_MS, default: DAY_MS },
  /** Interval of heartbeats, ms. */
  heartbeatMs: { type: 'integer', minimum: 1, default: 1_000 },
  /** Longest age of the last heartbeat of a connected subscription, ms: two may be lost. */
  connectedMs: { type: 'integer', minimum: 1, default: 2_500 },
} as const satisfies SettingsProperties;

type AllSettings = SettingsOf<typeof PROPERTIES>;

export type RedisLinkCacheSettings = Partial<AllSettings>;

/**
 * The given settings, with defaults for the missing ones; frozen.
 * @throws SettingsError with every fault.
 */
export function redisLinkCacheSettingsOf(given: RedisLinkCacheSettings): AllSettings {
  const { heartbeatMs = PROPERTIES.heartbeatMs.default } = given;
  const connectedMs = { ...PROPERTIES.connectedMs, minimum: heartbeatMs + 1 };
  return settingsOf({ ...PROPERTIES, connectedMs }, given);
}

/** How long an entry is kept, ms. */
export function keepMsOf(settings: AllSettings, entry: LinkCacheEntry): number {
  if (entry.kind === 'link') return settings.linkTtlMs;
  return entry.version === 0 ? settings.unknownTtlMs : settings.tombstoneTtlMs;
}

/** The same for a fill; 0 when it is too late to be stored. */
export function keepMsOfFill(
  settings: AllSettings,
  { entry, since, now }: { entry: LinkCacheEntry; since: ReadWatermark; now: number },
): number {
  return Math.abs(now - since.at) <= MAX_FILL_MS ? keepMsOf(settings, entry) : 0;
}

// How long the link cache on Redis keeps entries, and how often it proves its subscription.

import { SettingsError } from '@kurz/process';

export type RedisLinkCacheSettings = {
  /** How long a link is kept before it is read from Postgres again, ms; a day. Bounds the memory of Redis. */
  linkTtlMs?: number;
  /** The same for a slug that nobody took, ms; 10,000: 10,000 guesses a second are 100,000 keys. */
  unknownTtlMs?: number;
  /** How long a deletion is remembered, ms; a day. No writer may be slower; a fill has a minute. */
  tombstoneTtlMs?: number;
  /** How often the subscription is proven, ms; 1,000. */
  heartbeatMs?: number;
  /** How long a proof holds, ms; 2,500: two heartbeats may be lost. */
  connectedMs?: number;
};

const DAY_MS = 86_400_000;

/** A fill that took longer than this since its mark is not stored, ms. */
export const MAX_FILL_MS = 60_000;

const defaults = {
  linkTtlMs: DAY_MS,
  unknownTtlMs: 10_000,
  tombstoneTtlMs: DAY_MS,
  heartbeatMs: 1_000,
  connectedMs: 2_500,
};

/**
 * The settings with defaults in the place of what is not given; frozen.
 * @throws SettingsError with every fault.
 */
export function redisLinkCacheSettingsOf(
  given: RedisLinkCacheSettings,
): Readonly<Required<RedisLinkCacheSettings>> {
  const settings = {
    linkTtlMs: given.linkTtlMs ?? defaults.linkTtlMs,
    unknownTtlMs: given.unknownTtlMs ?? defaults.unknownTtlMs,
    tombstoneTtlMs: given.tombstoneTtlMs ?? defaults.tombstoneTtlMs,
    heartbeatMs: given.heartbeatMs ?? defaults.heartbeatMs,
    connectedMs: given.connectedMs ?? defaults.connectedMs,
  };
  const bounds: [name: string, value: number, least: number][] = [
    ['linkTtlMs', settings.linkTtlMs, 1],
    ['unknownTtlMs', settings.unknownTtlMs, 1],
    ['tombstoneTtlMs', settings.tombstoneTtlMs, 2 * MAX_FILL_MS],
    ['heartbeatMs', settings.heartbeatMs, 1],
    ['connectedMs', settings.connectedMs, settings.heartbeatMs + 1],
  ];
  const faults = bounds
    .filter(([, value, least]) => !Number.isSafeInteger(value) || value < least)
    .map(([name, , least]) => `${name} must be a whole number of at least ${least}`);
  if (faults.length > 0) throw new SettingsError(faults);
  return Object.freeze(settings);
}

// The wall clock for the windows of links: it does not go back. When the system clock is set back, this one stands
// still until the system clock has caught up, so no link comes back that this process has seen ended. It reads the
// system clock at each call and twice a second, so it misses at most the half second before a step back.

import type { Clock } from '@kurz/process';

const LOOK_EVERY_MS = 500;

export type SteadyClock = Clock & { close: () => void };

export function makeSteadyClock(clock: Clock): SteadyClock {
  let latest = -Infinity;
  const now = () => (latest = Math.max(latest, clock.now()));
  now();
  const timer = setInterval(now, LOOK_EVERY_MS).unref();
  return { now, close: () => clearInterval(timer) };
}

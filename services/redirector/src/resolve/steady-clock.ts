// The wall clock for the windows of links: it does not go back. A clock that is set back is frozen here until
// it has caught up, so no link comes back that this process has seen ended. The clock is read at each question and twice
// a second, so what is lost of a step back is half a second.

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

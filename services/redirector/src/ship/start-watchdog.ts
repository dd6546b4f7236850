// Detects a shipping thread that hangs: it reports every second.
//
// Counted in ticks of this thread's own timer. A main loop that was blocked runs one tick, then receives the reports of
// the meantime. A difference of two clock readings would take the block for silence of the thread.

import { performance } from 'node:perf_hooks';
import type { MonotonicClock } from '@kurz/process';

export type Watchdog = {
  /** The thread has reported, or another was started. */
  heard: () => void;
  isSilent: () => boolean;
  close: () => void;
};

const TICK_MS = 1_000;
/** Ten reports. */
const SILENT_MS = 10_000;

export function startWatchdog(
  { clock = performance, onSilent }: { clock?: MonotonicClock; onSilent: () => void },
  { tickMs = TICK_MS, silentMs = SILENT_MS }: { tickMs?: number; silentMs?: number } = {},
): Watchdog {
  let quietMs = 0;
  let tickedAt = clock.now();
  const tick = () => {
    const now = clock.now();
    const wasSilent = quietMs >= silentMs;
    // a late tick counts as one tick at most
    quietMs += Math.min(tickMs, now - tickedAt);
    tickedAt = now;
    if (!wasSilent && quietMs >= silentMs) onSilent();
  };
  const timer = setInterval(tick, tickMs).unref();
  return {
    heard: () => (quietMs = 0),
    isSilent: () => quietMs >= silentMs,
    close: () => clearInterval(timer),
  };
}

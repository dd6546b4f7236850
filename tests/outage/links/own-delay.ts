// Event-loop delay of this process: how far its own measurements in ms may be off.

import { monitorEventLoopDelay } from 'node:perf_hooks';

export type OwnDelay = {
  begin: () => void;
  /** The longest since `begin`, ms. */
  longest: () => number;
  close: () => void;
};

const RESOLUTION_MS = 2;

export function watchOwnDelay(): OwnDelay {
  const monitor = monitorEventLoopDelay({ resolution: RESOLUTION_MS });
  monitor.enable();
  return {
    begin: () => monitor.reset(),
    longest: () => monitor.max / 1e6 - RESOLUTION_MS,
    close: () => void monitor.disable(),
  };
}

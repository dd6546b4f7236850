// Remembers the workspaces that were served last. A workspace that has the process to itself is not throttled.

import type { MonotonicClock } from '@kurz/process';

/** A workspace that asks a few times a minute counts as one that waits for its answers. */
const RECENT_MS = 10_000;

export type RecentWorkspaces = {
  note: (workspaceId: string) => void;
  /** True when no other workspace was served lately. */
  isAlone: (workspaceId: string) => boolean;
};

type Served = { workspaceId: string; at: number };

export function makeRecentWorkspaces(clock: MonotonicClock = performance): RecentWorkspaces {
  let last: Served = { workspaceId: '', at: -Infinity };
  /** The last served workspace other than `last`. */
  let another: Served = last;
  return {
    note: (workspaceId) => {
      if (workspaceId !== last.workspaceId) another = last;
      last = { workspaceId, at: clock.now() };
    },
    isAlone: (workspaceId) => {
      const { at } = last.workspaceId === workspaceId ? another : last;
      return clock.now() - at > RECENT_MS;
    },
  };
}

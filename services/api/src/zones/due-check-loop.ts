// Checks due items once a minute, a page at a time. An item that could not be checked is due again when its claim ends.

import { makePollLoop, type PollLoop } from '@kurz/process';
import { allEnded } from '@kurz/resilience';

export type DueCheckLoop = PollLoop & {
  /** Checks all due items. Resolves with their number. */
  checkDue: () => Promise<number>;
};

const LOOP_MS = 60_000;

/** Longer than a check takes. When its process ended, or its result was not kept, the next one is due then. */
export const CLAIM_HOURS = 0.25;

type Options<T> = {
  /** Takes a page of due items, which no other process takes. */
  take: () => Promise<readonly T[]>;
  check: (due: T) => Promise<unknown>;
  /** Called when all due items, or a page of them, are checked. */
  done: (() => void) | undefined;
  onOutage: (error: unknown) => void;
};

export function makeDueCheckLoop<T>({ take, check, done, onOutage }: Options<T>): DueCheckLoop {
  const checkDue = async () => {
    for (let checked = 0; ;) {
      const due = loop.isClosed() ? [] : await take();
      await allEnded(due.map(check));
      done?.();
      if (due.length === 0) return checked;
      checked += due.length;
    }
  };
  const loop = makePollLoop({
    everyMs: LOOP_MS,
    poll: async () => void (await checkDue()),
    onOutage,
  });
  return { ...loop, checkDue };
}

// Looks once a minute at what is due, a page at a time. What could not be looked at is due again when its claim ends.

import { makePollLoop, type PollLoop } from '@kurz/process';
import { allEnded } from '@kurz/resilience';

export type DueWatch = PollLoop & {
  /** Looks at all that are due; resolves with how many. */
  checkDue: () => Promise<number>;
};

const LOOP_MS = 60_000;

/** Longer than a look takes. Of one whose process ended, or whose result was not kept, the next is due then. */
export const LOOK_HOURS = 0.25;

type Options<T> = {
  /** A page of what is due; no other process takes the same. */
  take: () => Promise<readonly T[]>;
  check: (due: T) => Promise<unknown>;
  /** All that were due, or a page of them, are looked at. */
  done: (() => void) | undefined;
  onOutage: (error: unknown) => void;
};

export function watchDue<T>({ take, check, done, onOutage }: Options<T>): DueWatch {
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
    turn: async () => void (await checkDue()),
    onOutage,
  });
  return { ...loop, checkDue };
}

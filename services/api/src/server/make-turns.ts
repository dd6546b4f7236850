// Lets only so many pieces of work run at once; the others wait in their order. Whoever writes under a lock that many
// ask for, or reads what can take long, hands in its transactions, so that they do not hold all the connections that
// everybody else needs.

import { InfrastructureError } from '@kurz/process';

export type TakeTurn = <T>(work: () => Promise<T>) => Promise<T>;

export type TurnsConfig = {
  /** Pieces of work at once. */
  atOnce: number;
  /** Longest wait for a turn, ms; then it throws a retriable error, and the work has not begun. */
  longestWaitMs: number;
};

export function makeTurns({ atOnce, longestWaitMs }: TurnsConfig): TakeTurn {
  const waiting = new Set<() => void>();
  let running = 0;

  const turn = () =>
    new Promise<void>((resolve, reject) => {
      const begin = () => {
        clearTimeout(timer);
        resolve();
      };
      const timer = setTimeout(() => {
        waiting.delete(begin);
        reject(new InfrastructureError(`no turn within ${longestWaitMs} ms`, true));
      }, longestWaitMs);
      waiting.add(begin);
    });

  return async (work) => {
    // a turn that ends is handed to who waits, so that nobody who comes then gets in between
    if (running >= atOnce) await turn();
    else running += 1;
    try {
      return await work();
    } finally {
      const [next] = waiting;
      if (next) {
        waiting.delete(next);
        next();
      } else running -= 1;
    }
  };
}

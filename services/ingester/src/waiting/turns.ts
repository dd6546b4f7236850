// A semaphore: a bounded number of holders at a time. A waiting holder with little left to do goes first; the others go
// in the order of arrival.

export type Turns = {
  /**
   * Resolves with the function that gives the turn back. Rejects when `signal` is aborted first. `isQuick`: the work of
   * this turn is half done; asked when a turn is free.
   */
  take: (signal?: AbortSignal, isQuick?: () => boolean) => Promise<() => void>;
};

type Waiting = { begin: () => void; isQuick: () => boolean };

/** So many go past the one that waits longest, and no more. */
const MOST_PASSES = 3;

export function makeTurns(holders = 1): Turns {
  let free = holders;
  let passes = 0;
  const waiting: Waiting[] = [];
  const takeNext = (): Waiting | undefined => {
    const quick = passes < MOST_PASSES ? waiting.findIndex(({ isQuick }) => isQuick()) : 0;
    passes = quick > 0 ? passes + 1 : 0;
    return waiting.splice(Math.max(quick, 0), 1)[0];
  };
  const giveBack = () => {
    const next = takeNext();
    if (next) next.begin();
    else free += 1;
  };

  return {
    take: (signal, isQuick = () => false) =>
      new Promise((resolve, reject) => {
        const begin = () => {
          signal?.removeEventListener('abort', giveUp);
          resolve(giveBack);
        };
        const giveUp = () => {
          const at = waiting.findIndex((one) => one.begin === begin);
          if (at !== -1) waiting.splice(at, 1);
          reject(new Error('stopped before its turn'));
        };
        if (signal?.aborted) return giveUp();
        if (free > 0) {
          free -= 1;
          return begin();
        }
        waiting.push({ begin, isQuick });
        signal?.addEventListener('abort', giveUp, { once: true });
      }),
  };
}

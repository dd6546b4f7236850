// Turns: so many holders at a time, first come first served.

export type Turns = {
  /** Resolves with the function that gives the turn back. Rejects when `signal` is aborted first. */
  take: (signal?: AbortSignal) => Promise<() => void>;
};

export function makeTurns(holders = 1): Turns {
  let free = holders;
  const waiting: (() => void)[] = [];
  const giveBack = () => {
    const next = waiting.shift();
    if (next) next();
    else free += 1;
  };

  return {
    take: (signal) =>
      new Promise((resolve, reject) => {
        const begin = () => {
          signal?.removeEventListener('abort', giveUp);
          resolve(giveBack);
        };
        const giveUp = () => {
          const at = waiting.indexOf(begin);
          if (at !== -1) waiting.splice(at, 1);
          reject(new Error('stopped before its turn'));
        };
        if (signal?.aborted) return giveUp();
        if (free > 0) {
          free -= 1;
          return begin();
        }
        waiting.push(begin);
        signal?.addEventListener('abort', giveUp, { once: true });
      }),
  };
}

// Turns: one holder at a time, first come first served.

export type Turns = {
  /** Resolves with the function that gives the turn back. Rejects when `signal` is aborted first. */
  take: (signal?: AbortSignal) => Promise<() => void>;
};

export function makeTurns(): Turns {
  let last = Promise.resolve();
  return {
    take: (signal) => {
      let giveBack = () => {};
      const mine = new Promise<void>((resolve) => (giveBack = resolve));
      const before = last;
      last = before.then(() => mine);
      return new Promise((resolve, reject) => {
        const giveUp = () => {
          giveBack();
          reject(new Error('stopped before its turn'));
        };
        if (signal?.aborted) return giveUp();
        signal?.addEventListener('abort', giveUp);
        void before.then(() => {
          signal?.removeEventListener('abort', giveUp);
          resolve(giveBack);
        });
      });
    },
  };
}

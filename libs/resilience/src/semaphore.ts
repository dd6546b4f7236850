// A semaphore: at most `permits` holders at a time. Waiters are served in the order of arrival; a waiter with little
// left to do is served first.

export type Semaphore = {
  /**
   * Resolves with the function that releases the permit. Rejects when `signal` is aborted first. `isQuick` says that
   * the holder has little left to do; it is asked when a permit is free.
   */
  take: (signal?: AbortSignal, isQuick?: () => boolean) => Promise<() => void>;
};

type Waiter = { begin: () => void; isQuick: () => boolean };

/** Most quick waiters in a row that overtake the one that waits longest. */
const MAX_OVERTAKING = 3;

export function makeSemaphore(permits = 1): Semaphore {
  let free = permits;
  let overtaken = 0;
  const waiters: Waiter[] = [];
  const takeNext = (): Waiter | undefined => {
    const quick = overtaken < MAX_OVERTAKING ? waiters.findIndex(({ isQuick }) => isQuick()) : 0;
    overtaken = quick > 0 ? overtaken + 1 : 0;
    return waiters.splice(Math.max(quick, 0), 1)[0];
  };
  const release = () => {
    const next = takeNext();
    if (next) next.begin();
    else free += 1;
  };

  return {
    take: (signal, isQuick = () => false) =>
      new Promise((resolve, reject) => {
        const begin = () => {
          signal?.removeEventListener('abort', giveUp);
          resolve(release);
        };
        const giveUp = () => {
          const at = waiters.findIndex((one) => one.begin === begin);
          if (at !== -1) waiters.splice(at, 1);
          reject(new Error('stopped before a permit was free'));
        };
        if (signal?.aborted) return giveUp();
        if (free > 0) {
          free -= 1;
          return begin();
        }
        waiters.push({ begin, isQuick });
        signal?.addEventListener('abort', giveUp, { once: true });
      }),
  };
}

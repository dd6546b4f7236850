// A semaphore for the exports that run at once: one of a key (a person, a workspace), a few of the process. Each reads
// stores for as long as its client takes to fetch it. One that has lasted for long gives way to another.

export type ExportSemaphore = {
  /**
   * `keys`: of all whose export it is. Undefined: no permit is free. Otherwise the function that releases the permit;
   * further calls do nothing. `giveWay` is called when another takes the permit; without it none does.
   */
  tryAcquire: (keys: readonly string[], giveWay?: () => void) => (() => void) | undefined;
};

type Running = { since: number; giveWay: (() => void) | undefined; release: () => void };

const PERMITS = 4;
/** After this an export gives way. */
const LONG_MS = 10 * 60_000;

export function makeExportSemaphore(permits = PERMITS, now = () => performance.now()): ExportSemaphore {
  const keysInUse = new Set<string>();
  /** Oldest first. */
  const running = new Set<Running>();

  const hasRoom = (): boolean => {
    if (running.size < permits) return true;
    const long = [...running].find(({ since, giveWay }) => giveWay && now() - since >= LONG_MS);
    long?.release();
    long?.giveWay?.();
    return long !== undefined;
  };

  return {
    tryAcquire: (keys, giveWay) => {
      if (keys.some((key) => keysInUse.has(key)) || !hasRoom()) return undefined;
      for (const key of keys) keysInUse.add(key);
      const own: Running = {
        since: now(),
        giveWay,
        release: () => {
          // the keys may be another export's by now
          if (running.delete(own)) for (const key of keys) keysInUse.delete(key);
        },
      };
      running.add(own);
      return own.release;
    },
  };
}

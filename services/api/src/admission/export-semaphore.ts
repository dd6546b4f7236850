// A semaphore for exports: one at a time per key (a person, a workspace), a few per process. An export reads stores for
// as long as its client takes to fetch it. One that has run for long gives way to another.

export type ExportSemaphore = {
  /**
   * `keys`: everybody whose export it is. Returns the function that releases the permit (further calls do nothing), or
   * undefined when no permit is free. `onPreempted` is called when another export takes the permit; without it none
   * can.
   */
  tryAcquire: (keys: readonly string[], onPreempted?: () => void) => (() => void) | undefined;
};

type Running = { since: number; onPreempted: (() => void) | undefined; release: () => void };

const PERMITS = 4;
/** After this time an export gives way. */
const LONG_MS = 10 * 60_000;

export function makeExportSemaphore(permits = PERMITS, now = () => performance.now()): ExportSemaphore {
  const keysInUse = new Set<string>();
  /** Oldest first. */
  const running = new Set<Running>();

  const hasRoom = (): boolean => {
    if (running.size < permits) return true;
    const long = [...running].find(({ since, onPreempted }) => onPreempted && now() - since >= LONG_MS);
    long?.release();
    long?.onPreempted?.();
    return long !== undefined;
  };

  return {
    tryAcquire: (keys, onPreempted) => {
      if (keys.some((key) => keysInUse.has(key)) || !hasRoom()) return undefined;
      for (const key of keys) keysInUse.add(key);
      const own: Running = {
        since: now(),
        onPreempted,
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

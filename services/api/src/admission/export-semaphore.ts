// A semaphore for the exports that run at once: one of a key (a person, a workspace), a few of the process. Each reads
// stores for as long as its client takes to fetch it.

export type ExportSemaphore = {
  /**
   * `keys`: of all whose export it is. Undefined: no permit is free. Otherwise the function that releases the permit;
   * further calls do nothing.
   */
  tryAcquire: (...keys: readonly string[]) => (() => void) | undefined;
};

const PERMITS = 4;

export function makeExportSemaphore(permits = PERMITS): ExportSemaphore {
  const keysInUse = new Set<string>();
  let running = 0;
  return {
    tryAcquire: (...keys) => {
      if (running >= permits || keys.some((key) => keysInUse.has(key))) return undefined;
      running += 1;
      for (const key of keys) keysInUse.add(key);
      let isHeld = true;
      return () => {
        // the key may be another export's by now
        if (!isHeld) return;
        isHeld = false;
        running -= 1;
        for (const key of keys) keysInUse.delete(key);
      };
    },
  };
}

// A semaphore for the exports that run at once: one of a key (a person, a workspace), a few of the process. Each reads
// stores for as long as its client takes to fetch it.

export type ExportSemaphore = {
  /** Undefined: no permit is free. Otherwise the function that releases the permit; further calls do nothing. */
  tryAcquire: (key: string) => (() => void) | undefined;
};

const PERMITS = 4;

export function makeExportSemaphore(permits = PERMITS): ExportSemaphore {
  const keys = new Set<string>();
  return {
    tryAcquire: (key) => {
      if (keys.has(key) || keys.size >= permits) return undefined;
      keys.add(key);
      let isHeld = true;
      return () => {
        // the key may be another export's by now
        if (isHeld) keys.delete(key);
        isHeld = false;
      };
    },
  };
}

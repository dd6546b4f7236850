// A semaphore for the exports that run at once: one of a person, and a few of the process, because each reads stores for
// as long as its client takes to fetch it.

export type ExportSemaphore = {
  /** Undefined: no permit is free. Otherwise the function that releases the permit; further calls do nothing. */
  tryAcquire: (userId: string) => (() => void) | undefined;
};

const PERMITS = 4;

export function makeExportSemaphore(permits = PERMITS): ExportSemaphore {
  const people = new Set<string>();
  return {
    tryAcquire: (userId) => {
      if (people.has(userId) || people.size >= permits) return undefined;
      people.add(userId);
      return () => void people.delete(userId);
    },
  };
}

// Concurrent look-ups of the same key share a statement (single-flight). A look-up that comes while a statement runs
// waits for the next one, so no result is older than its request. A burst of one caller costs few statements.

export type ShareLookUp<T> = (key: string, lookUp: () => Promise<T>) => Promise<T>;

/** The work of so many callers after their look-up takes the process a millisecond or two. */
const MOST_SHARERS = 8;

type Sharer<T> = {
  lookUp: () => Promise<T>;
  resolve: (found: T) => void;
  reject: (error: unknown) => void;
};

export function makeShareLookUp<T>(): ShareLookUp<T> {
  /** The waiting callers, for each key with a running look-up. */
  const waitingFor = new Map<string, Sharer<T>[]>();

  /** Repeats the look-up until no caller waits. */
  const lookUpFor = async (key: string, first: Sharer<T>, waiting: Sharer<T>[]) => {
    let sharers = [first];
    for (let next: Sharer<T> | undefined = first; next; [next] = sharers) {
      // after a failure all waiting callers share one look-up: a silent database is not asked once per few of them
      let most = Infinity;
      try {
        const found = await next.lookUp();
        for (const { resolve } of sharers) resolve(found);
        most = MOST_SHARERS;
      } catch (error) {
        for (const { reject } of sharers) reject(error);
      }
      sharers = waiting.splice(0, most);
    }
    waitingFor.delete(key);
  };

  return (key, lookUp) =>
    new Promise((resolve, reject) => {
      const sharer = { lookUp, resolve, reject };
      const waiting = waitingFor.get(key);
      if (waiting) return void waiting.push(sharer);
      const behind: Sharer<T>[] = [];
      waitingFor.set(key, behind);
      void lookUpFor(key, sharer, behind);
    });
}

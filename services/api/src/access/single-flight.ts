// Concurrent look-ups of the same key share a statement (single-flight). A look-up that comes while a statement runs
// waits for the next one, so no result is older than its request. A burst of one caller costs few statements.

export type SingleFlight<T> = (key: string, lookUp: () => Promise<T>) => Promise<T>;

/** The work of so many callers after their look-up takes the process a millisecond or two. */
const MAX_CALLERS = 8;

type Caller<T> = {
  lookUp: () => Promise<T>;
  resolve: (found: T) => void;
  reject: (error: unknown) => void;
};

export function makeSingleFlight<T>(): SingleFlight<T> {
  /** The waiting callers, for each key with a running look-up. */
  const waitingFor = new Map<string, Caller<T>[]>();

  /** Repeats the look-up until no caller waits. */
  const lookUpFor = async (key: string, first: Caller<T>, waiting: Caller<T>[]) => {
    let callers = [first];
    for (let next: Caller<T> | undefined = first; next; [next] = callers) {
      // after a failure all waiting callers share one look-up: a silent database is not asked once per few of them
      let most = Infinity;
      try {
        const found = await next.lookUp();
        for (const { resolve } of callers) resolve(found);
        most = MAX_CALLERS;
      } catch (error) {
        for (const { reject } of callers) reject(error);
      }
      callers = waiting.splice(0, most);
    }
    waitingFor.delete(key);
  };

  return (key, lookUp) =>
    new Promise((resolve, reject) => {
      const caller = { lookUp, resolve, reject };
      const waiting = waitingFor.get(key);
      if (waiting) return void waiting.push(caller);
      const behind: Caller<T>[] = [];
      waitingFor.set(key, behind);
      void lookUpFor(key, caller, behind);
    });
}

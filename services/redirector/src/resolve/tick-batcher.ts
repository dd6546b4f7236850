// Batches look-ups: those of one event-loop turn share a query, and while a query is in flight those of several turns.
// One command for each look-up would need a write to the socket and a time limit each, twice the CPU of the redirect
// itself. A look-up that comes while nothing is in flight does not wait. The busier it is, the more share a query. At
// most ENOUGH wait for a query in flight, so that a distant store gets several queries at once.

const ENOUGH = 32;

/** `query` answers all keys, in their order; when it rejects, so does each read. */
export function makeTickBatcher<Key, Value>(
  query: (keys: readonly Key[]) => Promise<readonly Value[]>,
): (key: Key) => Promise<Value> {
  let keys: Key[] = [];
  let readers: { resolve: (value: Value) => void; reject: (error: unknown) => void }[] = [];
  let underWay = 0;

  const flush = () => {
    if (keys.length === 0 || (underWay > 0 && keys.length < ENOUGH)) return;
    const waiting = readers;
    const answer = query(keys);
    keys = [];
    readers = [];
    underWay++;
    const landed = () => {
      if (--underWay === 0 && keys.length > 0) setImmediate(flush);
    };
    answer.then(
      (values) => {
        landed();
        waiting.forEach(({ resolve }, at) => resolve(values[at] as Value));
      },
      (error: unknown) => {
        landed();
        waiting.forEach(({ reject }) => reject(error));
      },
    );
  };

  return (key) => {
    // setImmediate comes after the poll phase, in which all requests of this turn were read
    if (keys.length === 0 || keys.length === ENOUGH - 1) setImmediate(flush);
    keys.push(key);
    return new Promise((resolve, reject) => readers.push({ resolve, reject }));
  };
}

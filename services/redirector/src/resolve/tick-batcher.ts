// Look-ups come one by one; those of one event-loop turn are asked for together, and while a query is under way those of
// several turns. A command each was a write to the socket each, which cost twice as much CPU as the redirect itself, and a
// time limit each. A look-up that comes while nothing is under way does not wait. The busier it is, the more share a
// query; no more than ENOUGH wait for one that is under way, so that a store far away gets several queries at once.

const ENOUGH = 32;

/** `query` answers all keys, in their order; when it rejects, so does each read. */
export function makeTickBatcher<Key, Value>(
  query: (keys: readonly Key[]) => Promise<readonly Value[]>,
): (key: Key) => Promise<Value> {
  let keys: Key[] = [];
  let readers: { resolve: (value: Value) => void; reject: (error: unknown) => void }[] = [];
  let underWay = 0;

  const ask = () => {
    if (keys.length === 0 || (underWay > 0 && keys.length < ENOUGH)) return;
    const waiting = readers;
    const answer = query(keys);
    keys = [];
    readers = [];
    underWay++;
    const landed = () => {
      if (--underWay === 0 && keys.length > 0) setImmediate(ask);
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
    if (keys.length === 0 || keys.length === ENOUGH - 1) setImmediate(ask);
    keys.push(key);
    return new Promise((resolve, reject) => readers.push({ resolve, reject }));
  };
}

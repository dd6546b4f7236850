// Look-ups come one by one; those of one event-loop turn are asked for together. A command each was a write to the
// socket each, which cost twice as much CPU as the redirect itself, and a time limit each.

/** `query` answers all keys, in their order; when it rejects, so does each read. */
export function makeTurnReads<Key, Value>(
  query: (keys: readonly Key[]) => Promise<readonly Value[]>,
): (key: Key) => Promise<Value> {
  let keys: Key[] = [];
  let readers: { resolve: (value: Value) => void; reject: (error: unknown) => void }[] = [];

  const ask = () => {
    const waiting = readers;
    const answer = query(keys);
    keys = [];
    readers = [];
    answer.then(
      (values) => waiting.forEach(({ resolve }, at) => resolve(values[at] as Value)),
      (error: unknown) => waiting.forEach(({ reject }) => reject(error)),
    );
  };

  return (key) => {
    // setImmediate comes after the poll phase, in which all requests of this turn were read
    if (keys.length === 0) setImmediate(ask);
    keys.push(key);
    return new Promise((resolve, reject) => readers.push({ resolve, reject }));
  };
}

// A map that holds at most `maxEntries` and forgets what was longest not used; who owns it hears what was forgotten.

export type LruMap<V> = {
  get: (key: string) => V | undefined;
  set: (key: string, value: V) => void;
  delete: (key: string) => void;
  clear: () => void;
};

/** A Map keeps the order of insertion, so an entry that is used is taken out and put in again at the end. */
export function makeLruMap<V>(maxEntries: number, onForgotten: (key: string, value: V) => void): LruMap<V> {
  const entries = new Map<string, V>();
  const forgetOldest = () => {
    for (const [key, value] of entries) {
      entries.delete(key);
      onForgotten(key, value);
      return;
    }
  };
  return {
    get: (key) => {
      const value = entries.get(key);
      if (value === undefined) return undefined;
      entries.delete(key);
      entries.set(key, value);
      return value;
    },
    set: (key, value) => {
      entries.delete(key);
      entries.set(key, value);
      if (entries.size > maxEntries) forgetOldest();
    },
    delete: (key) => void entries.delete(key),
    clear: () => entries.clear(),
  };
}

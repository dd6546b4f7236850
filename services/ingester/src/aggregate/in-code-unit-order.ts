// The one order of aggregated rows and keys: the same on every machine and in every locale, so that a replay writes the
// same rows.

export function inCodeUnitOrder(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function isInOrder(keys: Iterable<string>): boolean {
  let before: string | undefined;
  for (const key of keys) {
    if (before !== undefined && key < before) return false;
    before = key;
  }
  return true;
}

/** The same values with keys in order. Returns `map` itself when it is in order, as most are, with a key or two. */
export function withKeysInOrder<Value>(map: Map<string, Value>): Map<string, Value> {
  if (map.size < 2 || isInOrder(map.keys())) return map;
  return new Map([...map].sort(([a], [b]) => inCodeUnitOrder(a, b)));
}

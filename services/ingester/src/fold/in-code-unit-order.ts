// Fold's one order: the same on every machine and in every locale, so that a replay writes the same rows.

export function inCodeUnitOrder(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

/** The same counts, keys in order. */
export function withKeysInOrder(counts: ReadonlyMap<string, number>): Map<string, number> {
  return new Map([...counts].sort(([a], [b]) => inCodeUnitOrder(a, b)));
}

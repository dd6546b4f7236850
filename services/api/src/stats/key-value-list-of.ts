// Makes a list of the answer from the humans by key.

import type { KeyValueList } from './link-stats';

/** Key of the rest of a long list. */
const FOLDED = '~other';

const byCountThenKey = (a: { k: string; v: number }, b: { k: string; v: number }) =>
  b.v - a.v || (a.k < b.k ? -1 : 1);

/** Sorted by count descending, then key; keys past the `most` largest are folded into `~other`, so the sum stays. */
export function keyValueListOf(counts: ReadonlyMap<string, number>, most = Infinity): KeyValueList {
  const list = [...counts].map(([k, v]) => ({ k, v })).sort(byCountThenKey);
  if (list.length <= most) return list;
  const named = list.filter(({ k }) => k !== FOLDED).slice(0, most - 1);
  const total = list.reduce((sum, { v }) => sum + v, 0);
  const rest = total - named.reduce((sum, { v }) => sum + v, 0);
  return [...named, { k: FOLDED, v: rest }].sort(byCountThenKey);
}

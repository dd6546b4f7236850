// The rows of one tag: links and clicks for each of its values.

export type TagRow = { value: string; linkCount: number; humanClicks: number };

/** Name of the rest of a long list, as in the lists of stats. */
const FOLDED = '~other';

const byClicksThenName = (a: TagRow, b: TagRow) =>
  b.humanClicks - a.humanClicks || (a.value < b.value ? -1 : Number(a.value > b.value));

/** Most clicks first. More than `most` rows become the `most` − 1 largest and one of the rest, so the sums stay. */
export function tagRowsOf(parts: readonly TagRow[], most: number): TagRow[] {
  const rows = new Map<string, TagRow>();
  for (const { value, linkCount, humanClicks } of parts) {
    const row = rows.get(value);
    rows.set(value, {
      value,
      linkCount: (row?.linkCount ?? 0) + linkCount,
      humanClicks: (row?.humanClicks ?? 0) + humanClicks,
    });
  }
  const sorted = [...rows.values()].sort(byClicksThenName);
  if (sorted.length <= most) return sorted;
  const rest = { value: FOLDED, linkCount: 0, humanClicks: 0 };
  for (const { linkCount, humanClicks } of sorted.splice(most - 1)) {
    rest.linkCount += linkCount;
    rest.humanClicks += humanClicks;
  }
  return [...sorted, rest].sort(byClicksThenName);
}

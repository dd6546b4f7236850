// Labels of a drawing that never overlap.

/** Indexes to label, always with the last, so that no two labels of `room` pixels overlap. */
export function labelledIndexes(count: number, width: number, room: number): number[] {
  const step = Math.max(1, Math.ceil((count * room) / Math.max(width, 1)));
  const indexes: number[] = [];
  for (let index = count - 1; index >= 0; index -= step) indexes.unshift(index);
  return indexes;
}

/** Like labelledIndexes, but neighbours have different texts: of 400 days, 28 apart, two can be in one month. */
export function distinctIndexes(
  count: number,
  width: number,
  room: number,
  textOf: (index: number) => string,
): number[] {
  for (let apart = room; ; apart += Math.max(width, 1) / Math.max(count, 1)) {
    const indexes = labelledIndexes(count, width, apart);
    const texts = indexes.map(textOf);
    if (indexes.length < 2 || texts.every((text, at) => text !== texts[at - 1])) return indexes;
  }
}

/**
 * Moves labels apart that are nearer than `gap`, and keeps their order. With room for all, none is below `bottom` or
 * above `top`. Returns a y for each.
 */
export function spread(wanted: readonly number[], gap: number, bottom: number, top: number): number[] {
  const order = wanted.map((_, index) => index).sort((a, b) => (wanted[b] ?? 0) - (wanted[a] ?? 0));
  const placed = [...wanted];
  let floor = bottom;
  for (const index of order) {
    placed[index] = Math.min(wanted[index] ?? 0, floor);
    floor = (placed[index] ?? 0) - gap;
  }
  let ceiling = top;
  for (const index of order.reverse()) {
    placed[index] = Math.max(placed[index] ?? 0, ceiling);
    ceiling = (placed[index] ?? 0) + gap;
  }
  return placed;
}

/** Shortens a long name in its middle, because hosts differ at their ends. */
export function shortened(name: string, letters: number): string {
  if (name.length <= letters) return name;
  const half = Math.max(2, Math.floor((letters - 1) / 2));
  return `${name.slice(0, half)}…${name.slice(-half)}`;
}

// Whether two stores agree on a link. They count the stream at their own pace, so a sum is compared with bounds:
// ClickHouse's sum at a position that the other store had passed, and at a position that has passed the other store.
// Counts only grow, so a correct sum lies between them. The sum of a link without visits in between equals both.

export type Bounds = { low: number; high: number };

/** By how many visits the sum is out of its bounds; 0 when it agrees. */
export const differenceOf = (sum: number, { low, high }: Bounds): number =>
  Math.max(0, low - sum, sum - high);

export type Positions = ReadonlyMap<number, number>;

/** Whether `positions` has reached `others` in each partition of `others`. */
export function isPast(positions: Positions, others: Positions): boolean {
  for (const [partition, position] of others) if ((positions.get(partition) ?? -1) < position) return false;
  return true;
}

/** The further position of both in each partition. */
export function furthestOf(one: Positions, other: Positions): Positions {
  const furthest = new Map(one);
  for (const [partition, position] of other)
    furthest.set(partition, Math.max(position, furthest.get(partition) ?? 0));
  return furthest;
}

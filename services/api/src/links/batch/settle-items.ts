// Decides what becomes of each item of a batch, in the order they were sent, once the transaction knows which slugs are
// taken and how many links the plan still allows.

import { refuse, type Refusal } from '../../errors/refusal';

/** `name`: the zone and slug that the item would have, as one text. */
type Wanted = { kind: 'wanted'; name: string };

/**
 * As if the items came one after the other: the first of two that want a name has it, one that fails takes nothing of
 * the allowance, and from the moment that nothing is left of it no item is looked at any more. Items that are to be
 * created come back as they are.
 */
export function settleItems<T extends Wanted>(
  items: readonly (T | Refusal)[],
  { takenNames, remaining }: { takenNames: ReadonlySet<string>; remaining: number },
): (T | Refusal)[] {
  const taken = new Set(takenNames);
  let left = remaining;
  return items.map((item) => {
    if (left <= 0) return refuse('INSUFFICIENT_QUOTA');
    if (item.kind === 'refused') return item;
    if (taken.has(item.name)) return refuse('SLUG_EXISTS');
    taken.add(item.name);
    left -= 1;
    return item;
  });
}

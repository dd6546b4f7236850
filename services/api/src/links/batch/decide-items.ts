// Decides the outcome of each item of a batch, in the order they were sent, once the transaction knows which slugs are
// taken and how many links the plan still allows.

import { refuse, type Refusal } from '../../errors/refusal';
import type { TagName } from '../../tags/tag-name';
import type { LabelEdit } from '../validate-labels';

/** `name` stands for the zone and slug that the item would have. */
type Wanted = { kind: 'wanted'; name: string; link?: { labels?: LabelEdit } };

type Constraints = {
  takenNames: ReadonlySet<string>;
  takenExternalIds?: Iterable<string>;
  /** Returns false when the workspace would have too many tags. */
  addTags?: (names: readonly TagName[]) => boolean;
  remaining: number;
};

/**
 * Decides as if the items came one after the other. The first of two items that want a name gets it. A refused item
 * takes nothing of the allowance. When the allowance is used up, all further items are refused for that. Items that are
 * to be created are returned as they are.
 */
export function decideItems<T extends Wanted>(
  items: readonly (T | Refusal)[],
  { takenNames, takenExternalIds = [], addTags = () => true, remaining }: Constraints,
): (T | Refusal)[] {
  const taken = new Set(takenNames);
  const takenIds = new Set(takenExternalIds);
  let left = remaining;
  return items.map((item) => {
    if (left <= 0) return refuse('INSUFFICIENT_QUOTA');
    if (item.kind === 'refused') return item;
    if (taken.has(item.name)) return refuse('SLUG_EXISTS');
    const { externalId, tags = [] } = item.link?.labels ?? {};
    if (externalId && takenIds.has(externalId)) return refuse('EXTERNAL_ID_EXISTS');
    if (!addTags(tags)) return refuse('TAG_LIMIT_REACHED');
    if (externalId) takenIds.add(externalId);
    taken.add(item.name);
    left -= 1;
    return item;
  });
}

// Splits a page into groups that are read one after another, so that the rows of long links are never all in memory.

import type { PageEntry } from './text-bytes';

/** A page of usual links is one group. A group blocks the event loop for a millisecond or two. */
const GROUP_BYTES = 128 * 1024;

/** In the page's order; an entry larger than the bound is a group of its own. */
export function groupsOfBytes(page: readonly PageEntry[], bound = GROUP_BYTES): string[][] {
  const groups: string[][] = [];
  let left = 0;
  for (const { id, bytes } of page) {
    const last = groups.at(-1);
    if (last && bytes <= left) {
      last.push(id);
      left -= bytes;
    } else {
      groups.push([id]);
      left = bound - bytes;
    }
  }
  return groups;
}

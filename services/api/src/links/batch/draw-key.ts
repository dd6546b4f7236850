// Draws keys that no other link of the batch has.

import type { DirectoryKey } from '@kurz/link-directory';
import { MAX_DRAWS } from '../draw-slug';
import { nameOf } from './name-of';

/** `used` holds the names that are given away; each drawn one is added to it. */
export function makeDrawKey(draw: () => string, used: Set<string>): (zoneId: string) => DirectoryKey {
  return (zoneId) => {
    for (let draws = 1; draws <= MAX_DRAWS; draws++) {
      const key = { zoneId, slug: draw() };
      const name = nameOf(key);
      if (used.has(name)) continue;
      used.add(name);
      return key;
    }
    throw new Error(`${MAX_DRAWS} drawn slugs in a row were taken`);
  };
}

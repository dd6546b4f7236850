// A key as one text, by which the items of a batch are told apart.

import type { DirectoryKey } from '@kurz/link-directory';

/** Neither part can have a slash. */
export function nameOf({ zoneId, slug }: DirectoryKey): string {
  return `${zoneId}/${slug}`;
}

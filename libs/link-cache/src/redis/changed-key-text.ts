// The invalidation message to redirectors: `zone/slug` for a link, `zone` alone for the zone itself.

import type { ChangedKey } from '../port/link-cache';

export function encodeChangedKey({ zoneId, slug }: ChangedKey): string {
  return slug === null ? zoneId : `${zoneId}/${slug}`;
}

export function decodeChangedKey(text: string): ChangedKey {
  const slash = text.indexOf('/');
  if (slash < 0) return { zoneId: text, slug: null };
  return { zoneId: text.slice(0, slash), slug: text.slice(slash + 1) };
}

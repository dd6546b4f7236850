// Keys and entries as tests name them.

import type { LinkCacheKey, CachedLink, CachedTombstone } from '@kurz/link-cache';

export const key = (slug: string): LinkCacheKey => ({ zoneId: 'zon_1', slug });

export const gone = (version: number): CachedTombstone => ({ kind: 'gone', version });

export const link = (version: number, location = 'https://example.com/'): CachedLink => ({
  kind: 'link',
  linkId: `lnk_${version}`,
  workspaceId: 'ws_1',
  location,
  state: 'enabled',
  version,
});

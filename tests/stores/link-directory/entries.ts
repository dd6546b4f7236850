// Keys and entries as tests name them.

import type { DirectoryKey, DirectoryLink, DirectoryTombstone } from '@kurz/link-directory';

export const key = (slug: string): DirectoryKey => ({ zoneId: 'zon_1', slug });

export const gone = (version: number): DirectoryTombstone => ({ kind: 'gone', version });

export const link = (version: number, location = 'https://example.com/'): DirectoryLink => ({
  kind: 'link',
  linkId: `lnk_${version}`,
  workspaceId: 'ws_1',
  location,
  state: 'enabled',
  version,
});

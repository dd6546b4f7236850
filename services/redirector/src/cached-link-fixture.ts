import type { CachedLink } from '@kurz/link-cache';

/** A plain link as the link cache has it, with the properties that a test is about. */
export const cachedLink = (more: Partial<CachedLink> = {}): CachedLink => ({
  kind: 'link',
  linkId: 'lnk_1',
  workspaceId: 'ws_1',
  location: 'https://example.com/',
  state: 'enabled',
  version: 1,
  ...more,
});

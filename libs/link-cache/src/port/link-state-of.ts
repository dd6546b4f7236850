// What a link's flags mean for its visitors.

import type { CachedLink } from './link-cache';

/** Restricted wins over paused, paused over unsafe. */
export function linkStateOf(flags: {
  isEnabled: boolean;
  isRestricted: boolean;
  isUnsafe: boolean;
}): CachedLink['state'] {
  if (flags.isRestricted) return 'restricted';
  if (!flags.isEnabled) return 'paused';
  return flags.isUnsafe ? 'unsafe' : 'enabled';
}

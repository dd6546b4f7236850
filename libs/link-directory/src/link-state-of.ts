// What a link's flags mean for its visitors; used by the API when it applies a change and by the redirector when it
// reads a link, so that both say the same.

import type { DirectoryLink } from './link-directory';

/** Restricted wins over paused, paused over unsafe. */
export function linkStateOf(flags: {
  isEnabled: boolean;
  isRestricted: boolean;
  isUnsafe: boolean;
}): DirectoryLink['state'] {
  if (flags.isRestricted) return 'restricted';
  if (!flags.isEnabled) return 'paused';
  return flags.isUnsafe ? 'unsafe' : 'enabled';
}

// The state of a link, as visitors find it.

import type { Link } from '../api/types';

export type LinkState = 'unsafe' | 'restricted' | 'paused' | 'scheduled' | 'ended' | 'active';

type StateFields = Pick<Link, 'isUnsafe' | 'isRestricted' | 'isEnabled' | 'startsAt' | 'expiresAt'>;

/** `now`: ms since the epoch. */
export function stateOf(link: StateFields, now = Date.now()): LinkState {
  if (link.isRestricted) return 'restricted';
  if (link.isUnsafe) return 'unsafe';
  if (!link.isEnabled) return 'paused';
  if (link.expiresAt !== undefined && Date.parse(link.expiresAt) <= now) return 'ended';
  return link.startsAt !== undefined && Date.parse(link.startsAt) > now ? 'scheduled' : 'active';
}

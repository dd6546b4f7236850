// The state of a link at a moment: its window decides before its destination does.

import type { CachedLink, LinkCacheEntry } from '@kurz/link-cache';
import { isSendable } from '../request/is-sendable';

export type LinkAt =
  | LinkCacheEntry
  /** It begins later. */
  | { kind: 'not_begun' }
  /** Its end has passed; its window says where it leads now. */
  | { kind: 'ended'; link: CachedLink };

/** `now`: ms since the epoch. Not called for an entry without a window. */
export function linkAt(entry: LinkCacheEntry, now: () => number): LinkAt {
  if (entry.kind === 'gone' || entry.window === undefined) return entry;
  const { startsAt, expiresAt } = entry.window;
  const moment = now();
  if (expiresAt !== null && moment >= expiresAt) return { kind: 'ended', link: entry };
  if (startsAt !== null && moment < startsAt) return { kind: 'not_begun' };
  return entry;
}

/** Whether headers can carry all its locations. */
export const isLinkSendable = ({ location, window }: CachedLink): boolean =>
  isSendable(location) && isSendable(window?.expiredLocation ?? location);

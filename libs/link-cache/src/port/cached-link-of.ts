// Makes the link that the redirector needs from its columns in the database.

import type { CachedLink, LinkWindow } from './link-cache';
import { linkStateOf } from './link-state-of';

/** The columns of a link that decide its answer. */
export type StoredLink = {
  id: string;
  workspaceId: string;
  /** Begins with a space when the link has a window, so that a release without windows cannot send it. */
  location: string;
  isEnabled: boolean;
  isRestricted: boolean;
  isUnsafe: boolean;
  startsAt: number | null;
  expiresAt: number | null;
  expiredLocation: string | null;
  /** Null: it has no conditions. Else `location` is empty. */
  conditions: string | null;
  /** Where a link with conditions leads when none matches. */
  fallbackLocation: string | null;
  version: number;
};

const GATE = ' ';
/** The location of a link with conditions that leads nowhere now. */
const NOWHERE = '-';

/** Undefined when it has neither beginning nor end. */
function windowOf({ startsAt, expiresAt, expiredLocation }: StoredLink): LinkWindow | undefined {
  return startsAt === null && expiresAt === null ? undefined : { startsAt, expiresAt, expiredLocation };
}

/**
 * A paused or restricted link is so at any time, so it gets neither window nor conditions. A location with a space and
 * no window, or an empty one without conditions, is of a later release: it stays unchanged and is not sent.
 */
export function cachedLinkOf(stored: StoredLink): CachedLink {
  const { id: linkId, workspaceId, location, conditions, fallbackLocation, version } = stored;
  const state = linkStateOf(stored);
  const isOpen = state === 'enabled' || state === 'unsafe';
  const window = windowOf(stored);
  const link: CachedLink = { kind: 'link', linkId, workspaceId, location, state, version };
  if (conditions !== null) {
    link.location = (isOpen && fallbackLocation) || NOWHERE;
    if (isOpen) {
      link.state = 'conditional';
      link.conditional = { isUnsafe: state === 'unsafe', text: conditions };
    }
  } else if (window && location.startsWith(GATE)) link.location = location.slice(GATE.length);
  if (window && isOpen) link.window = window;
  return link;
}

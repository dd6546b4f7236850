// A link as the redirector needs it, from what the database holds of it.

import type { CachedLink, LinkWindow } from './link-cache';
import { linkStateOf } from './link-state-of';

/** The columns of a link that decide its answer. */
export type StoredLink = {
  id: string;
  workspaceId: string;
  /** Begins with a space where the link has a window, so that a program without windows cannot send it. */
  location: string;
  isEnabled: boolean;
  isRestricted: boolean;
  isUnsafe: boolean;
  startsAt: number | null;
  expiresAt: number | null;
  expiredLocation: string | null;
  version: number;
};

const GATE = ' ';

/** Undefined where it has neither beginning nor end. */
function windowOf({ startsAt, expiresAt, expiredLocation }: StoredLink): LinkWindow | undefined {
  return startsAt === null && expiresAt === null ? undefined : { startsAt, expiresAt, expiredLocation };
}

/**
 * A paused or restricted link is what it is at any time, so it has no window. A location with a space and no window is
 * of a later release: it keeps the space and is not sent.
 */
export function cachedLinkOf(stored: StoredLink): CachedLink {
  const { id: linkId, workspaceId, location, version } = stored;
  const state = linkStateOf(stored);
  const window = windowOf(stored);
  const bare = window && location.startsWith(GATE) ? location.slice(GATE.length) : location;
  const link: CachedLink = { kind: 'link', linkId, workspaceId, location: bare, state, version };
  if (window && (state === 'enabled' || state === 'unsafe')) link.window = window;
  return link;
}

// An entry as Redis holds it: `e7 lnk_… ws_… https://…` for a link (state and version), `g7` for a tombstone. The put
// script reads letter and version, so both stay in front. A link with a window has the text of windowed-text.ts for its
// location, a conditional one (`c7`) that of conditional-text.ts.

import { decodeConditional, encodeConditional } from '../port/conditional-text';
import type { LinkCacheEntry, CachedLink } from '../port/link-cache';
import { decodeWindowed, encodeWindowed } from '../port/windowed-text';

type State = CachedLink['state'];

const letterOf: Record<State, string> = {
  enabled: 'e',
  paused: 'p',
  restricted: 'r',
  unsafe: 'u',
  conditional: 'c',
};
const stateOf = new Map<string, State>([
  ['e', 'enabled'],
  ['p', 'paused'],
  ['r', 'restricted'],
  ['u', 'unsafe'],
  ['c', 'conditional'],
]);

const TOMBSTONE = /^g(\d{1,16})$/;
const LINK = /^([epruc])(\d{1,16}) ([^ ]+) ([^ ]+) (.+)$/s;

function locationTextOf(link: CachedLink): string {
  const { state, location, window } = link;
  if (state === 'conditional') return encodeConditional(link);
  return window ? encodeWindowed({ location, window }) : location;
}

export function encodeEntry(entry: LinkCacheEntry): string {
  if (entry.kind === 'gone') return `g${entry.version}`;
  const { state, version, linkId, workspaceId } = entry;
  return `${letterOf[state]}${version} ${linkId} ${workspaceId} ${locationTextOf(entry)}`;
}

/** Undefined for a text that no version of this code has written. */
export function decodeEntry(text: string): LinkCacheEntry | undefined {
  const gone = TOMBSTONE.exec(text);
  if (gone) return { kind: 'gone', version: Number(gone[1]) };
  const [, letter = '', version, linkId = '', workspaceId = '', locationText = ''] = LINK.exec(text) ?? [];
  const state = stateOf.get(letter);
  if (!state) return undefined;
  const link: CachedLink = {
    kind: 'link',
    linkId,
    workspaceId,
    location: locationText,
    state,
    version: Number(version),
  };
  if (state === 'conditional') {
    const conditional = decodeConditional(locationText);
    return conditional && { ...link, ...conditional };
  }
  const windowed = decodeWindowed(locationText);
  return windowed ? { ...link, ...windowed } : link;
}

// An entry as Redis holds it: `e7 lnk_… ws_… https://…` for a link (state and version), `g7` for a tombstone. The put
// script reads letter and version, so both stay in front. A link with a window has the text of windowed-text.ts for its
// location.

import type { LinkCacheEntry, CachedLink } from '../port/link-cache';
import { decodeWindowed, encodeWindowed } from '../port/windowed-text';

type State = CachedLink['state'];

const letterOf: Record<State, string> = { enabled: 'e', paused: 'p', restricted: 'r', unsafe: 'u' };
const stateOf = new Map<string, State>([
  ['e', 'enabled'],
  ['p', 'paused'],
  ['r', 'restricted'],
  ['u', 'unsafe'],
]);

const TOMBSTONE = /^g(\d{1,16})$/;
const LINK = /^([epru])(\d{1,16}) ([^ ]+) ([^ ]+) (.+)$/s;

export function encodeEntry(entry: LinkCacheEntry): string {
  if (entry.kind === 'gone') return `g${entry.version}`;
  const { state, version, linkId, workspaceId, location, window } = entry;
  const place = window ? encodeWindowed({ location, window }) : location;
  return `${letterOf[state]}${version} ${linkId} ${workspaceId} ${place}`;
}

/** Undefined for what no version of this code has written. */
export function decodeEntry(text: string): LinkCacheEntry | undefined {
  const gone = TOMBSTONE.exec(text);
  if (gone) return { kind: 'gone', version: Number(gone[1]) };
  const [, letter = '', version, linkId = '', workspaceId = '', place = ''] = LINK.exec(text) ?? [];
  const state = stateOf.get(letter);
  if (!state) return undefined;
  const windowed = decodeWindowed(place);
  const location = windowed?.location ?? place;
  const link: CachedLink = { kind: 'link', linkId, workspaceId, location, state, version: Number(version) };
  return windowed ? { ...link, window: windowed.window } : link;
}

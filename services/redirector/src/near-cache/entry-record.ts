// An entry of the link cache as words of the arena: six of figures, then slug, link id and location as bytes. What
// nearly all links have in common (`https://`, `lnk_`) is a bit. Zone and workspace are numbers of a name table, or
// bytes when they have none. A link with a window has a state of its own, and the text of location and window for its
// location; a conditional link likewise.
//
//   word 0  words (14 bits), uses (2), state (3), is dropped (1), https (1), lnk (1), unused bytes (2), id length (8)
//   word 1  until, low          word 2  until, high (16), generation (16)
//   word 3  version, low        word 4  version, high (16), workspace, low (16)
//   word 5  zone (16), slug length (11), workspace, high (5)
//   word 6  only when a name has no number: lengths of workspace (16) and zone (16) among the bytes

import {
  decodeConditional,
  decodeWindowed,
  encodeConditional,
  encodeWindowed,
  type CachedLink,
  type LinkCacheEntry,
  type LinkCacheKey,
} from '@kurz/link-cache';

export const MAX_ZONES = 2 ** 16 - 1;
export const MAX_WORKSPACES = 2 ** 21 - 1;
export const MAX_GENERATION = 2 ** 16 - 1;
export const MAX_USES = 3;

export type Words = Uint32Array<ArrayBuffer>;
/** Two views of the same memory. */
export type Memory = { words: Words; bytes: Buffer };
/** A zone or a workspace; number 0: it has none. */
export type Name = { text: string; number: number };
export type Times = { until: number; generation: number };

/** A record to be put: its figures except the times, and its bytes as text. */
export type Draft = { words: number; figures: readonly number[]; text: string };

const HEAD_WORDS = 6;
const MAX_WORDS = 2 ** 14 - 1;
const MAX_SLUG = 2 ** 11 - 1;
const MAX_ID = 255;
const HIGH = 2 ** 32;
const MAX_NUMBER = 2 ** 48;
const STATES: readonly CachedLink['state'][] = ['enabled', 'paused', 'restricted', 'unsafe'];
const GONE = STATES.length;
/** The states of links with a window; their numbers begin after GONE. */
const WINDOWED: readonly CachedLink['state'][] = ['enabled', 'unsafe'];
const FIRST_WINDOWED = GONE + 1;
const CONDITIONAL = FIRST_WINDOWED + WINDOWED.length;

const USE = 1 << 14;
const USES = MAX_USES * USE;
const STATE_AT = 16;
const DROPPED = 1 << 19;
const HTTPS = 1 << 20;
const LNK = 1 << 21;
const UNUSED_AT = 22;
const ID_AT = 24;
const HTTPS_TEXT = 'https://';
const LNK_TEXT = 'lnk_';
const BEYOND_LATIN_1 = /[\u0100-\uffff]/;

/** In other states a window decides nothing and is left out. */
const isWindowed = ({ state, window }: CachedLink) => window !== undefined && WINDOWED.includes(state);

function stateNumberOf(link: CachedLink): number {
  if (link.state === 'conditional') return CONDITIONAL;
  return isWindowed(link) ? FIRST_WINDOWED + WINDOWED.indexOf(link.state) : STATES.indexOf(link.state);
}

function locationTextOf(link: CachedLink): string {
  const { state, location, window } = link;
  if (state === 'conditional') return encodeConditional(link);
  return window && isWindowed(link) ? encodeWindowed({ location, window }) : location;
}

function textsOf(entry: LinkCacheEntry): { id: string; rest: string; flags: number } {
  if (entry.kind === 'gone') return { id: '', rest: '', flags: GONE << STATE_AT };
  const { linkId } = entry;
  const locationText = locationTextOf(entry);
  const isLnk = linkId.startsWith(LNK_TEXT);
  const isHttps = locationText.startsWith(HTTPS_TEXT);
  return {
    id: isLnk ? linkId.slice(LNK_TEXT.length) : linkId,
    rest: isHttps ? locationText.slice(HTTPS_TEXT.length) : locationText,
    flags: (stateNumberOf(entry) << STATE_AT) | (isHttps ? HTTPS : 0) | (isLnk ? LNK : 0),
  };
}

/** Undefined when no record can hold it. */
export function draftOf(slug: string, entry: LinkCacheEntry, zone: Name, workspace: Name): Draft | undefined {
  const { id, rest, flags } = textsOf(entry);
  const { version } = entry;
  const inlineWorkspace = workspace.number === 0 ? workspace.text : '';
  const inlineZone = zone.number === 0 ? zone.text : '';
  const hasInline = workspace.number === 0 || zone.number === 0;
  const text = slug + id + rest + inlineWorkspace + inlineZone;
  const words = HEAD_WORDS + (hasInline ? 1 : 0) + Math.ceil(text.length / 4);
  if (slug.length > MAX_SLUG || id.length > MAX_ID || words > MAX_WORDS) return undefined;
  if (!(version >= 0 && version < MAX_NUMBER) || BEYOND_LATIN_1.test(text)) return undefined;
  const unused = -text.length & 3;
  const figures = [
    words | flags | (unused << UNUSED_AT) | (id.length << ID_AT),
    version % HIGH,
    Math.floor(version / HIGH) | (workspace.number << 16),
    zone.number | (slug.length << 16) | ((workspace.number >>> 16) << 27),
  ];
  if (hasInline) figures.push(inlineWorkspace.length | (inlineZone.length << 16));
  return { words, figures, text };
}

/** Room for the draft's words must be at `at`. */
export function putRecord({ words, bytes }: Memory, at: number, draft: Draft, times: Times): void {
  const [head = 0, versionLow = 0, versionHigh = 0, names = 0, lengths] = draft.figures;
  words[at] = head;
  words[at + 1] = times.until % HIGH;
  words[at + 2] = Math.floor(times.until / HIGH) | (times.generation << 16);
  words[at + 3] = versionLow;
  words[at + 4] = versionHigh;
  words[at + 5] = names;
  if (lengths !== undefined) words[at + HEAD_WORDS] = lengths;
  bytes.write(draft.text, (at + HEAD_WORDS + (lengths === undefined ? 0 : 1)) * 4, 'latin1');
}

const wordAt = (words: Words, at: number) => words[at] ?? 0;

export const wordsOf = (words: Words, at: number) => wordAt(words, at) & MAX_WORDS;
export const usesOf = (words: Words, at: number) => (wordAt(words, at) & USES) / USE;
export const isDropped = (words: Words, at: number) => (wordAt(words, at) & DROPPED) !== 0;
export const generationOf = (words: Words, at: number) => wordAt(words, at + 2) >>> 16;
export const untilOf = (words: Words, at: number) =>
  wordAt(words, at + 1) + (wordAt(words, at + 2) & 0xffff) * HIGH;

export const versionOf = (words: Words, at: number) =>
  wordAt(words, at + 3) + (wordAt(words, at + 4) & 0xffff) * HIGH;

export function setGeneration(words: Words, at: number, generation: number): void {
  words[at + 2] = (wordAt(words, at + 2) & 0xffff) | (generation << 16);
}

export function setUses(words: Words, at: number, uses: number): void {
  words[at] = (wordAt(words, at) & ~USES) | (uses * USE);
}

export function markDropped(words: Words, at: number): void {
  words[at] = wordAt(words, at) | DROPPED;
}

const zoneNumberOf = (words: Words, at: number) => wordAt(words, at + 5) & 0xffff;
const slugLengthOf = (words: Words, at: number) => (wordAt(words, at + 5) >>> 16) & MAX_SLUG;
const workspaceNumberOf = (words: Words, at: number) =>
  (wordAt(words, at + 4) >>> 16) | ((wordAt(words, at + 5) >>> 27) << 16);

/** Where the bytes of a record begin and end, and the lengths of the names among them. */
function bytesOf(words: Words, at: number) {
  const hasInline = zoneNumberOf(words, at) === 0 || workspaceNumberOf(words, at) === 0;
  const lengths = hasInline ? wordAt(words, at + HEAD_WORDS) : 0;
  return {
    from: (at + HEAD_WORDS + (hasInline ? 1 : 0)) * 4,
    to: (at + wordsOf(words, at)) * 4 - ((wordAt(words, at) >>> UNUSED_AT) & 3),
    workspace: lengths & 0xffff,
    zone: lengths >>> 16,
  };
}

/** `nameOf`: the text of a zone's number. */
export function zoneAt({ words, bytes }: Memory, at: number, nameOf: (zone: number) => string): string {
  const number = zoneNumberOf(words, at);
  if (number !== 0) return nameOf(number);
  const { to, zone } = bytesOf(words, at);
  return bytes.toString('latin1', to - zone, to);
}

export function slugAt({ words, bytes }: Memory, at: number): string {
  const { from } = bytesOf(words, at);
  return bytes.toString('latin1', from, from + slugLengthOf(words, at));
}

export const keyAt = (memory: Memory, at: number, nameOf: (zone: number) => string): LinkCacheKey => ({
  zoneId: zoneAt(memory, at, nameOf),
  slug: slugAt(memory, at),
});

/** The same as comparing with slugAt, without making a text. */
export function isSlugAt({ words, bytes }: Memory, at: number, slug: string): boolean {
  const { length } = slug;
  if (length !== slugLengthOf(words, at)) return false;
  const hasInline = zoneNumberOf(words, at) === 0 || workspaceNumberOf(words, at) === 0;
  const from = (at + HEAD_WORDS + (hasInline ? 1 : 0)) * 4;
  for (let offset = 0; offset < length; offset++) {
    if (bytes[from + offset] !== slug.charCodeAt(offset)) return false;
  }
  return true;
}

/** `nameOf`: the text of a workspace's number. */
export function entryAt(
  { words, bytes }: Memory,
  at: number,
  nameOf: (workspace: number) => string,
): LinkCacheEntry {
  const head = wordAt(words, at);
  const version = versionOf(words, at);
  const stateNumber = (head >>> STATE_AT) & 7;
  if (stateNumber === GONE) return { kind: 'gone', version };
  const state = STATES[stateNumber] ?? WINDOWED[stateNumber - FIRST_WINDOWED] ?? 'conditional';
  const { from, to, workspace, zone } = bytesOf(words, at);
  const text = bytes.toString('latin1', from + slugLengthOf(words, at), to - zone);
  const idLength = head >>> ID_AT;
  const id = text.slice(0, idLength);
  const rest = text.slice(idLength, text.length - workspace);
  const number = workspaceNumberOf(words, at);
  const link: CachedLink = {
    kind: 'link',
    linkId: (head & LNK) !== 0 ? LNK_TEXT + id : id,
    workspaceId: number === 0 ? text.slice(text.length - workspace) : nameOf(number),
    location: (head & HTTPS) !== 0 ? HTTPS_TEXT + rest : rest,
    state,
    version,
  };
  if (stateNumber < GONE) return link;
  return { ...link, ...(stateNumber === CONDITIONAL ? decodeConditional(rest) : decodeWindowed(rest)) };
}

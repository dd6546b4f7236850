// The name of a tag: what may be one, and when two are the same.

import type { Reason } from '../errors/reasons';
import { refuse, type Refusal } from '../errors/refusal';

export const MAX_TAG_CHARACTERS = 50;
export const MAX_TAGS_OF_LINK = 20;
export const MAX_TAGS_OF_WORKSPACE = 500;

/** `key`: the name without case; names of one key are one tag. */
export type TagName = { name: string; key: string };

const UNUSABLE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}]/u;

/** Upper case first, so that all forms of a letter with the same upper case (σ and ς, ß and SS) have one key. */
const keyOf = (name: string) => name.toUpperCase().toLowerCase().normalize('NFC');

/** The name without white space around it, in NFC. Otherwise the reason why it is no name. */
export function tagNameOf(sent: string): TagName | Reason {
  const trimmed = sent.trim();
  // no longer text can become short enough, and NFC takes quadratic time for a run of combining marks
  if (trimmed.length > 8 * MAX_TAG_CHARACTERS) return 'too_long';
  const name = trimmed.normalize('NFC');
  if (name === '') return 'empty';
  if (UNUSABLE.test(name)) return 'unusable_characters';
  if ([...name].length > MAX_TAG_CHARACTERS) return 'too_long';
  // in a URL they would be steps of the path
  return name === '.' || name === '..' ? 'only_dots' : { name, key: keyOf(name) };
}

/** The key of the tag that a path names. A text that can be no name names no tag. */
export function readTagKey(sent: string | undefined): { kind: 'key'; key: string } | Refusal {
  const named = tagNameOf(sent ?? '');
  return typeof named === 'string' ? refuse('TAG_NOT_FOUND') : { kind: 'key', key: named.key };
}

/** `field`: where the name was sent. */
export function readTagName(field: string, sent: unknown): ({ kind: 'name' } & TagName) | Refusal {
  const named = typeof sent === 'string' ? tagNameOf(sent) : 'not_a_text';
  return typeof named === 'string'
    ? refuse('VALIDATION_FAILED', { field, reason: named, max: MAX_TAG_CHARACTERS })
    : { kind: 'name', ...named };
}

/** The name of a tag that a link has, with its key. */
export const storedTagName = (name: string): TagName => ({ name, key: keyOf(name) });

/** Reads the tags of a link, each once, in the first of its spellings. `field`: where they were sent. */
export function readTagNames(
  sent: readonly unknown[],
  field = 'tags',
): { kind: 'names'; names: TagName[] } | Refusal {
  const names = new Map<string, TagName>();
  for (const one of sent) {
    const read = readTagName(field, one);
    if (read.kind === 'refused') return read;
    const { name, key } = read;
    if (!names.has(key)) names.set(key, { name, key });
    if (names.size > MAX_TAGS_OF_LINK) {
      return refuse('VALIDATION_FAILED', { field, reason: 'too_many', max: MAX_TAGS_OF_LINK });
    }
  }
  return { kind: 'names', names: [...names.values()] };
}

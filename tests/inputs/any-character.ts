// Any character of Unicode, for fast-check's `unit`: the same texts from the same seed as `unit: 'binary'`, which first
// fills a table of all 1,112,064 characters, 1 s of CPU in each file of tests.

import fc from 'fast-check';

const FIRST_SURROGATE = 0xd800;
const SURROGATES = 0x800;
const LAST_CHARACTER = 0x10ffff;

/** Leaves out the surrogates, which are no characters. */
const characterAt = (index: number) =>
  String.fromCodePoint(index < FIRST_SURROGATE ? index : index + SURROGATES);

/** Throws when `text` is anything but one character, as fast-check requires. */
function indexOf(text: unknown): number {
  const code = typeof text === 'string' ? text.codePointAt(0) : undefined;
  const index = code !== undefined && code >= FIRST_SURROGATE ? code - SURROGATES : code;
  if (index === undefined || characterAt(index) !== text) throw new Error('not one character');
  return index;
}

export const anyCharacter = fc.nat({ max: LAST_CHARACTER - SURROGATES }).map(characterAt, indexOf);

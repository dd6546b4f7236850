// What may be the password of a link. People type it on other keyboards than it was set on: the same characters count as
// the same in whatever way they are composed.

export const MIN_LINK_PASSWORD = 4;
export const MAX_LINK_PASSWORD = 128;

export type LinkPassword =
  { kind: 'password'; text: string } | { kind: 'refused'; reason: 'wrong_length' | 'unusable_characters' };

const UNUSABLE = /[\p{Cc}\p{Cs}]/u;

/** Lengths are of code points. `text`: what is hashed. */
export function linkPasswordOf(sent: string): LinkPassword {
  // no longer text can become that short
  if (sent.length > 8 * MAX_LINK_PASSWORD) return { kind: 'refused', reason: 'wrong_length' };
  if (UNUSABLE.test(sent)) return { kind: 'refused', reason: 'unusable_characters' };
  const text = sent.normalize('NFC');
  const { length } = [...text];
  const fits = length >= MIN_LINK_PASSWORD && length <= MAX_LINK_PASSWORD;
  return fits ? { kind: 'password', text } : { kind: 'refused', reason: 'wrong_length' };
}

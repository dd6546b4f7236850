// Which texts may be a link's password. People type it on other keyboards than the one it was set on, so characters
// compare equal however they are composed.

export const MIN_LINK_PASSWORD = 4;
export const MAX_LINK_PASSWORD = 128;

export type LinkPassword =
  { kind: 'password'; text: string } | { kind: 'refused'; reason: 'wrong_length' | 'unusable_characters' };

const UNUSABLE = /[\p{Cc}\p{Cs}]/u;

/** Lengths are in code points. `text` is the normalised text to hash. */
export function linkPasswordOf(sent: string): LinkPassword {
  // normalisation cannot shorten a longer text to the limit
  if (sent.length > 8 * MAX_LINK_PASSWORD) return { kind: 'refused', reason: 'wrong_length' };
  if (UNUSABLE.test(sent)) return { kind: 'refused', reason: 'unusable_characters' };
  const text = sent.normalize('NFC');
  const { length } = [...text];
  const fits = length >= MIN_LINK_PASSWORD && length <= MAX_LINK_PASSWORD;
  return fits ? { kind: 'password', text } : { kind: 'refused', reason: 'wrong_length' };
}

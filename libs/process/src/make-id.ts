// Public ids: a prefix and random base62 characters from the system's generator.

import { randomBytes } from 'node:crypto';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
// the largest multiple of 62 in a byte: values from it on are drawn again, so that no character is likelier
const LIMIT = 248;

/** `length` characters drawn evenly from `alphabet` (2 to 256 characters; default base62). */
export function randomBase62(length: number, alphabet = BASE62): string {
  const limit = alphabet === BASE62 ? LIMIT : 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length) {
    for (const byte of randomBytes(length - text.length + 8)) {
      if (byte < limit && text.length < length) text += alphabet[byte % alphabet.length];
    }
  }
  return text;
}

/** `lnk_` and 18 random characters (107 bits): opaque, never used again. */
export function makeId(prefix: 'lnk' | 'ws' | 'usr' | 'tok' | 'zon' | 'imp' | 'imj' | 'tag'): string {
  return `${prefix}_${randomBase62(18)}`;
}

// Public ids: a prefix and random base62 characters from the system's generator.

import { randomFillSync } from 'node:crypto';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
// the largest multiple of 62 in a byte: values from it on are drawn again, so that no character is likelier
const LIMIT = 248;

/** Drawn ahead: a call of the generator costs more than the bytes of many ids. */
const drawn = Buffer.alloc(4_096);
let used = drawn.length;

function nextByte(): number {
  if (used === drawn.length) {
    randomFillSync(drawn);
    used = 0;
  }
  const byte = drawn[used] ?? 0;
  drawn[used++] = 0;
  return byte;
}

/** `length` characters drawn evenly from `alphabet` (2 to 256 characters; default base62). */
export function randomBase62(length: number, alphabet = BASE62): string {
  const limit = alphabet === BASE62 ? LIMIT : 256 - (256 % alphabet.length);
  let text = '';
  while (text.length < length) {
    const byte = nextByte();
    if (byte < limit) text += alphabet[byte % alphabet.length];
  }
  return text;
}

/** `lnk_` and 18 random characters (107 bits): opaque, never used again. */
export function makeId(prefix: 'lnk' | 'ws' | 'usr' | 'tok' | 'zon' | 'imp' | 'imj' | 'tag'): string {
  return `${prefix}_${randomBase62(18)}`;
}

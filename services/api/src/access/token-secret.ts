// The form of a token's secret: `kz_ws_` or `kz_`, 27 random base62 characters (160.7 bits), then their CRC-32 in six.
// A typo is detected without the database.

import { createHmac } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { randomBase62 } from '@kurz/process';

export type TokenKind = 'workspace' | 'user';

const PREFIX: Record<TokenKind, string> = { workspace: 'kz_ws_', user: 'kz_' };
const RANDOM_CHARACTERS = 27;
const CHECKSUM_CHARACTERS = 6;
const SHAPE = new RegExp(
  `^kz_(?:ws_)?([0-9A-Za-z]{${RANDOM_CHARACTERS}})([0-9A-Za-z]{${CHECKSUM_CHARACTERS}})$`,
);

const DIGITS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';

function checksumOf(random: string): string {
  let text = '';
  for (let rest = crc32(random); text.length < CHECKSUM_CHARACTERS; rest = Math.floor(rest / 62)) {
    text = (DIGITS[rest % 62] ?? '') + text;
  }
  return text;
}

/** A new secret, to be shown once. */
export function makeTokenSecret(kind: TokenKind): string {
  const random = randomBase62(RANDOM_CHARACTERS);
  return PREFIX[kind] + random + checksumOf(random);
}

/** Whether the text has a token's form and a matching checksum. */
export function checkTokenShape(text: string): boolean {
  const [, random, checksum] = SHAPE.exec(text) ?? [];
  return random !== undefined && checksumOf(random) === checksum;
}

/**
 * The only form in which a secret is stored and looked up. An HMAC, because 160 random bits need no slow hash; keyed,
 * so that a copy of the database alone recognises no token.
 */
export function hashTokenSecret(secret: string, pepper: string): Buffer {
  return createHmac('sha256', pepper).update(secret).digest();
}

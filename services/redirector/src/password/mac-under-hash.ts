// A MAC under a key that is derived from the stored hash of a link's password: all redirectors can compute it, no
// client can, and it ends with the password.

import { createHmac, hkdfSync } from 'node:crypto';

const KEY_BYTES = 32;

/** Returns base64url. Each `purpose` has a key of its own. */
export function macUnderHash(passwordHash: string, purpose: string, text: string): string {
  const key = hkdfSync('sha256', passwordHash, 'kurz', purpose, KEY_BYTES);
  return createHmac('sha256', Buffer.from(key)).update(text).digest('base64url');
}

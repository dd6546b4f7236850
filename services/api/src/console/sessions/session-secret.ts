// A secret of 256 random bits for a refresh token or an invitation, and the keyed hash that is stored in its place.

import { createHmac, randomBytes } from 'node:crypto';

const SECRET_BYTES = 32;
const SHAPE = /^[\w-]{43}$/;

export function makeSessionSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

/** Undefined for what cannot be a secret, so that nobody asks the database for it. */
export function hashSessionSecret(secret: string | undefined, key: Buffer): Buffer | undefined {
  if (secret === undefined || !SHAPE.test(secret)) return undefined;
  return createHmac('sha256', key).update(secret).digest();
}

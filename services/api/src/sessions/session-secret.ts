// A secret of 256 random bits for a refresh token or an invitation, and the keyed hash that is stored in its place.

import { createHmac, randomBytes } from 'node:crypto';
import type { KeyRing } from '../access/key-ring';

const SECRET_BYTES = 32;
const SHAPE = /^[\w-]{43}$/;

export function makeSessionSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url');
}

const hash = (secret: string, key: Buffer) => createHmac('sha256', key).update(secret).digest();

/** The hash under which a new secret is stored. */
export function hashSessionSecret(secret: string, [newest]: KeyRing): Buffer {
  return hash(secret, newest);
}

/** The hashes under which a secret may be stored; none for a malformed one, which saves the query. */
export function hashesOfSessionSecret(secret: string | undefined, keys: KeyRing): Buffer[] {
  return secret !== undefined && SHAPE.test(secret) ? keys.map((key) => hash(secret, key)) : [];
}

// The secret of a mailed link: 256 bits, derived from the id of its row under a key of the server. The outbox does not
// hold it.

import { createHmac } from 'node:crypto';
import type { KeyRing } from '../access/key-ring';

export type MailKeys = {
  /** Derives the secrets. */
  secret: KeyRing;
  /** Keys the hashes under which links are stored. */
  link: KeyRing;
};

const derive = (id: string, key: Buffer) => createHmac('sha256', key).update(id).digest('base64url');

export function mailedSecretOf(id: string, keys: Pick<MailKeys, 'secret'>): string {
  return derive(id, keys.secret[0]);
}

export function hashMailedSecret(secret: string, key: Buffer): Buffer {
  return createHmac('sha256', key).update(secret).digest();
}

/** The secret stored under this hash, whichever key was the newest then. Undefined when no known key gives it. */
export function findMailedSecret(
  id: string,
  secretHash: Buffer,
  keys: { secret: KeyRing; hash: KeyRing },
): string | undefined {
  const isStored = (secret: string) =>
    keys.hash.some((key) => hashMailedSecret(secret, key).equals(secretHash));
  return keys.secret.map((key) => derive(id, key)).find(isStored);
}

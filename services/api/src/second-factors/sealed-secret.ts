// Seals a secret that has to be read again (AES-256-GCM): version, nonce, tag, ciphertext. The owner is bound to the
// secret, so that a row copied to another person cannot be opened.

import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import type { KeyRing } from '../access/key-ring';

const VERSION = 1;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const ALGORITHM = 'aes-256-gcm';

export function sealSecret(secret: Buffer, owner: string, [newest]: KeyRing): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, newest, nonce).setAAD(Buffer.from(owner));
  const text = Buffer.concat([cipher.update(secret), cipher.final()]);
  return Buffer.concat([Buffer.from([VERSION]), nonce, cipher.getAuthTag(), text]);
}

function open(sealed: Buffer, owner: string, key: Buffer): Buffer | undefined {
  const nonce = sealed.subarray(1, 1 + NONCE_BYTES);
  const tag = sealed.subarray(1 + NONCE_BYTES, 1 + NONCE_BYTES + TAG_BYTES);
  const options = { authTagLength: TAG_BYTES };
  const decipher = createDecipheriv(ALGORITHM, key, nonce, options).setAAD(Buffer.from(owner));
  decipher.setAuthTag(tag);
  try {
    return Buffer.concat([decipher.update(sealed.subarray(1 + NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
}

export type OpenedSecret = { secret: Buffer; /** It was sealed with the older key. */ isOld: boolean };

/** Undefined when the text is damaged, belongs to another owner, or was sealed with a key that is no longer known. */
export function openSecret(sealed: Buffer, owner: string, keys: KeyRing): OpenedSecret | undefined {
  if (sealed[0] !== VERSION || sealed.length <= 1 + NONCE_BYTES + TAG_BYTES) return undefined;
  for (const [index, key] of keys.entries()) {
    const secret = open(sealed, owner, key);
    if (secret) return { secret, isOld: index > 0 };
  }
  return undefined;
}

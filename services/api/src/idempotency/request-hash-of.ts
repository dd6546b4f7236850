// The hash by which two requests under one key are compared: endpoint and body, without white space in the JSON. The
// hash of a body with a password is keyed. The key is not stored beside it, so the password cannot be guessed from it.

import { createHash, createHmac } from 'node:crypto';
import { jsonTextOf } from './json-text-of';

const PASSWORD = '"password":';

/** `body` is undefined when the request has none. `secret` is shared by all API processes. */
export function requestHashOf(endpoint: string, body: unknown, secret: string): Buffer {
  const text = body === undefined ? 'undefined' : jsonTextOf(body);
  const hash = text.includes(PASSWORD)
    ? createHmac('sha256', `idempotent request ${secret}`)
    : createHash('sha256');
  return hash.update(`${endpoint}\n${text}`).digest();
}

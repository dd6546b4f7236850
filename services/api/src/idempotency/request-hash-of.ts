// The hash by which two requests under one key are compared: endpoint and body, without white space in the JSON. Of a body
// with a password it needs a key that is not stored beside it, so that the password cannot be guessed from it.

import { createHash, createHmac } from 'node:crypto';
import { jsonTextOf } from './json-text-of';

const PASSWORD = '"password":';

/** `body`: undefined: the request has none. `secret`: of all API processes. */
export function requestHashOf(endpoint: string, body: unknown, secret: string): Buffer {
  const text = body === undefined ? 'undefined' : jsonTextOf(body);
  const hash = text.includes(PASSWORD)
    ? createHmac('sha256', `idempotent request ${secret}`)
    : createHash('sha256');
  return hash.update(`${endpoint}\n${text}`).digest();
}

// The hash by which two requests under one key are compared: endpoint and body, without white space in the JSON.

import { createHash } from 'node:crypto';
import { jsonTextOf } from './json-text-of';

export function requestHashOf(endpoint: string, body: unknown): Buffer {
  return createHash('sha256')
    .update(`${endpoint}\n${jsonTextOf(body)}`)
    .digest();
}

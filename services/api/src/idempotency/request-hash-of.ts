// Tells whether two requests under one key are the same: endpoint and body, white space in the JSON apart.

import { createHash } from 'node:crypto';
import { jsonTextOf } from './json-text-of';

export function requestHashOf(endpoint: string, body: unknown): Buffer {
  return createHash('sha256')
    .update(`${endpoint}\n${jsonTextOf(body)}`)
    .digest();
}

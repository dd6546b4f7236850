// The only form in which a token's secret is stored and looked up. An HMAC, because 160 random bits need no slow hash;
// keyed, so that a copy of the database alone recognises nobody's token.

import { createHmac } from 'node:crypto';

export function hashTokenSecret(secret: string, pepper: string): Buffer {
  return createHmac('sha256', pepper).update(secret).digest();
}

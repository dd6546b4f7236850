// Reads the token from an Authorization header. Undefined when the header holds nothing that could be a token.

import { checkTokenShape } from './token-secret';

/** Only spaces between scheme and token (RFC 9110); the scheme's name is case-insensitive. */
const BEARER = /^bearer +([\w-]{1,200}) *$/i;

export function bearerOf(authorization: string | undefined): string | undefined {
  const token = BEARER.exec(authorization ?? '')?.[1];
  return token !== undefined && checkTokenShape(token) ? token : undefined;
}

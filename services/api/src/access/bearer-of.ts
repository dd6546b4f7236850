// The token in an Authorization header, or undefined when there is none that could be one.

import { checkTokenShape } from './token-secret';

/** Space characters only between scheme and token (RFC 9110); the scheme's name without regard to case. */
const BEARER = /^bearer +([\w-]{1,200}) *$/i;

export function bearerOf(authorization: string | undefined): string | undefined {
  const token = BEARER.exec(authorization ?? '')?.[1];
  return token !== undefined && checkTokenShape(token) ? token : undefined;
}

// Whether one of our own pages sent a request to the web app's endpoints. The session cookies are SameSite; this is the
// second defence against forged requests (OWASP CSRF).

import type { IncomingMessage } from 'node:http';

type Seen = Pick<IncomingMessage, 'headers'>;

/** Requires a header that no form and no simple request can carry, and the origin of the requested host. */
export function isFromOwnPage({ headers }: Seen, isSecure: boolean): boolean {
  const { host, origin } = headers;
  if (!headers['x-requested-with'] || host === undefined || origin === undefined) return false;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const own = `${isSecure ? 'https' : 'http'}://${host}`;
  return URL.canParse(own) && new URL(own).origin === origin;
}

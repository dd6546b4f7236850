// Where a request to the web app's endpoints comes from: over which scheme the browser speaks, and whether one of our
// own pages sent it. The session cookies are SameSite; this is the second wall against forged requests (OWASP CSRF).

import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';

type Seen = Pick<IncomingMessage, 'headers' | 'socket'>;

const single = (header: string | string[] | undefined) => (Array.isArray(header) ? header.join(',') : header);

/** X-Forwarded-Proto counts only where a proxy is trusted; one that overwrites leaves a single entry. */
export function isSecureRequest({ headers, socket }: Seen, trustedProxies: number): boolean {
  if (socket instanceof TLSSocket) return true;
  if (trustedProxies === 0) return false;
  const entries = (single(headers['x-forwarded-proto']) ?? '').split(',');
  return (entries.at(-trustedProxies) ?? entries[0])?.trim().toLowerCase() === 'https';
}

/** A header that no form and no simple request can carry, and the origin of the very host that is asked. */
export function isFromOwnPage({ headers }: Pick<Seen, 'headers'>, isSecure: boolean): boolean {
  const { host, origin } = headers;
  if (!headers['x-requested-with'] || host === undefined || origin === undefined) return false;
  const site = headers['sec-fetch-site'];
  if (site !== undefined && site !== 'same-origin') return false;
  const own = `${isSecure ? 'https' : 'http'}://${host}`;
  return URL.canParse(own) && new URL(own).origin === origin;
}

// Whether a request came over HTTPS, as far as this process and the proxies that it trusts can say.

import type { IncomingMessage } from 'node:http';
import { TLSSocket } from 'node:tls';

const single = (header: string | string[] | undefined) => (Array.isArray(header) ? header.join(',') : header);

/** X-Forwarded-Proto counts only where a proxy is trusted; one that overwrites leaves a single entry. */
export function isSecureRequest(
  { headers, socket }: Pick<IncomingMessage, 'headers' | 'socket'>,
  trustedProxies: number,
): boolean {
  if (socket instanceof TLSSocket) return true;
  if (trustedProxies === 0) return false;
  const entries = (single(headers['x-forwarded-proto']) ?? '').split(',');
  return (entries.at(-trustedProxies) ?? entries[0])?.trim().toLowerCase() === 'https';
}

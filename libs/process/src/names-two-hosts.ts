// Detects a request with two Host fields (RFC 9112, 3.2: 400). Which of them is meant cannot be known, and node:http
// keeps the first alone.

import type { IncomingMessage } from 'node:http';

export function namesTwoHosts({ rawHeaders }: Pick<IncomingMessage, 'rawHeaders'>): boolean {
  let hosts = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at] ?? '';
    if (name.length === 4 && name.toLowerCase() === 'host') hosts++;
  }
  return hosts > 1;
}

// Which zone domains a Host may mean: lower case, ASCII (punycode), no trailing dot; with its port first.

import { domainToASCII } from 'node:url';

export type HostDomains = { withPort: string; withoutPort: string };

// 253 characters of a name, 8 for the port and its colon, and room for UTF-8
const MAX_HOST = 512;
const NAME_AND_PORT = /^(\[[0-9a-f:.]+\]|[^:[\]]+)(?::([0-9]{0,5}))?$/;
const ASCII_NAME = /^(?:\[[0-9a-f:.]+\]|[a-z0-9_-]+(?:\.[a-z0-9_-]+)*)$/;
// what a name in UTF-8 may hold below U+0080, so that nothing but a name reaches the conversion
const MIXED_NAME = /^(?:[a-z0-9_.-]|[^\p{ASCII}])+$/u;
const NOT_ASCII = /[^\p{ASCII}]/u;

/** Node decodes header bytes as Latin-1; a name outside ASCII was sent as UTF-8, or is invalid. */
function asciiNameOf(name: string): string {
  if (!NOT_ASCII.test(name)) return name;
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(name, 'latin1'));
    return MIXED_NAME.test(text) ? domainToASCII(text) : '';
  } catch {
    return '';
  }
}

/** The domains to look for, in order; undefined when the host is invalid. */
export function domainsOf(host: string): HostDomains | undefined {
  if (host.length === 0 || host.length > MAX_HOST) return undefined;
  // only ASCII letters: the bytes of UTF-8 stay as they are
  const parts = NAME_AND_PORT.exec(host.replace(/[A-Z]+/g, (letters) => letters.toLowerCase()));
  if (!parts) return undefined;
  const name = asciiNameOf(parts[1] ?? '').replace(/\.$/, '');
  if (!ASCII_NAME.test(name)) return undefined;
  const port = parts[2] ? `:${parts[2]}` : '';
  return { withPort: name + port, withoutPort: name };
}

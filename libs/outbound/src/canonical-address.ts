// The one spelling of an IPv6 address, by which two are compared: settings and decoders of DNS have their own.

import { isIP } from 'node:net';

/** Whatever is no IPv6 address is left unchanged. */
export const canonicalAddress = (text: string): string =>
  isIP(text) === 6 && !text.includes('%') ? new URL(`http://[${text}]`).hostname.slice(1, -1) : text;

// The canonical spelling of an IPv6 address, for comparisons: settings and DNS decoders spell addresses differently.

import { isIP } from 'node:net';

/** A text that is no IPv6 address is returned unchanged. */
export const canonicalAddress = (text: string): string =>
  isIP(text) === 6 && !text.includes('%') ? new URL(`http://[${text}]`).hostname.slice(1, -1) : text;

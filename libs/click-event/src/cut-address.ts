// Truncates a client's address to the network that may be stored: /24 for IPv4, /48 for IPv6.

import { parseIpv6 } from './parse-ipv6';

const DOT = 46;
const ZERO = 48;

/** Index of a dotted quad's last dot, else -1. Leading zeros are refused, because some parsers read them as octal. */
function lastDotOfQuad(text: string): number {
  let dots = 0;
  let lastDot = -1;
  let octet = 0;
  for (let at = 0; at <= text.length; at++) {
    const code = at === text.length ? DOT : text.charCodeAt(at);
    if (code === DOT) {
      const digits = at - lastDot - 1;
      if (digits === 0 || digits > 3 || octet > 255) return -1;
      if (digits > 1 && text.charCodeAt(lastDot + 1) === ZERO) return -1;
      if (at === text.length) return dots === 3 ? lastDot : -1;
      if (++dots > 3) return -1;
      lastDot = at;
      octet = 0;
    } else {
      const digit = code - ZERO;
      if (digit < 0 || digit > 9) return -1;
      octet = octet * 10 + digit;
    }
  }
  return -1;
}

/** /24 of an IPv4 address held in two 16-bit groups. */
const networkOfGroups = (high: number, low: number) => `${high >> 8}.${high & 255}.${low >> 8}.0`;

function cutIpv6(address: string): string {
  const zone = address.indexOf('%');
  const groups = parseIpv6(zone === -1 ? address : address.slice(0, zone));
  if (!groups) return '';
  const [a, b, c, d, e, f, g, h] = groups;
  if ((a | b | c | d | e) === 0 && f === 0xffff) return networkOfGroups(g, h);
  // 6to4 carries the whole IPv4 address in its first 48 bits
  if (a === 0x2002) return networkOfGroups(b, c);
  if (c !== 0) return `${a.toString(16)}:${b.toString(16)}:${c.toString(16)}::`;
  if (b !== 0) return `${a.toString(16)}:${b.toString(16)}::`;
  return a === 0 ? '::' : `${a.toString(16)}::`;
}

/**
 * An IPv4 address (also one mapped into IPv6, or within 6to4) becomes `203.0.113.0`, an IPv6 address, with or without a
 * zone id, `2001:db8:1::`. Anything else becomes ''. Never throws.
 */
export function cutAddress(address: string): string {
  const lastDot = lastDotOfQuad(address);
  if (lastDot !== -1) return `${address.slice(0, lastDot)}.0`;
  return address.includes(':') ? cutIpv6(address) : '';
}

// The key by which attempts and requests of a client's address are limited. Finer than the stored network of a visit;
// kept in memory, or under a keyed hash.

import { isIPv4 } from 'node:net';
import { parseIpv6 } from './parse-ipv6';

/** Addresses that cannot be parsed share one key, so that no client can choose its own. */
const UNKNOWN = 'unknown';

const MAPPED_V4 = /^::ffff:(\d+(?:\.\d+){3})$/i;
const NETWORK_GROUPS = 3;

const hex = (group: number) => group.toString(16);

/** Unwraps an IPv4 address that a socket shows as IPv6; other addresses stay as they are. */
export const unmappedAddressOf = (address: string): string => MAPPED_V4.exec(address)?.[1] ?? address;

/** An IPv6 address counts by its first 48 bits: one site may own them all, so that it counts as one client. */
export function addressKeyOf(address: string): string {
  const bare = unmappedAddressOf(address);
  if (isIPv4(bare)) return bare;
  const groups = parseIpv6(bare.split('%', 1).join(''));
  return groups === undefined ? UNKNOWN : groups.slice(0, NETWORK_GROUPS).map(hex).join(':');
}

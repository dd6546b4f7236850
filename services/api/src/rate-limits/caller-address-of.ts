// Under which address a caller without a valid token is counted. It stays in memory, and there for one window.

import type { IncomingHttpHeaders } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';
import { parseIpv6 } from '@kurz/click-event';
import { clientAddressOf } from '@kurz/process';

/** Addresses that cannot be parsed share one key, so that no caller can choose its own. */
const UNKNOWN = 'unknown';

const MAPPED_V4 = /^::ffff:(\d+(?:\.\d+){3})$/i;
const NETWORK_GROUPS = 3;

const hex = (group: number) => group.toString(16);

/** IPv6 by its first 48 bits: a site may have that much to itself, so that it counts as one caller. */
function keyOf(address: string): string {
  const bare = MAPPED_V4.exec(address)?.[1] ?? address;
  if (isIPv4(bare)) return bare;
  const groups = parseIpv6(bare.split('%', 1).join(''));
  return groups === undefined ? UNKNOWN : groups.slice(0, NETWORK_GROUPS).map(hex).join(':');
}

export type SeenAddresses = { socketAddress: string | undefined; forwardedFor: string | undefined };

export function seenAddressesOf(
  headers: IncomingHttpHeaders,
  socketAddress: string | undefined,
): SeenAddresses {
  const forwarded = headers['x-forwarded-for'];
  return { socketAddress, forwardedFor: Array.isArray(forwarded) ? forwarded.join(',') : forwarded };
}

const statedAddressOf = ({ socketAddress, forwardedFor }: SeenAddresses, trustedProxies: number) =>
  clientAddressOf(socketAddress, forwardedFor, trustedProxies);

export function callerAddressOf(seen: SeenAddresses, trustedProxies: number): string {
  return keyOf(statedAddressOf(seen, trustedProxies));
}

/** The whole address without a zone, IPv4 where it is one; undefined where there is none. Never to be stored. */
export function exactAddressOf(seen: SeenAddresses, trustedProxies: number): string | undefined {
  const [stated = ''] = statedAddressOf(seen, trustedProxies).split('%', 1);
  const bare = MAPPED_V4.exec(stated)?.[1] ?? stated;
  return isIPv4(bare) || isIPv6(bare) ? bare : undefined;
}

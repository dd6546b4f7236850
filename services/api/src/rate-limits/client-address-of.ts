// Under which address a caller without a valid token is counted. It stays in memory, and there for one window.

import type { IncomingHttpHeaders } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';

/** What cannot be told apart is counted together, and no caller can make keys of its own choice. */
const UNKNOWN = 'unknown';

const WITH_PORT = /^"?(?:\[([0-9a-f:.%]+)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)"?$/i;
const MAPPED_V4 = /^::ffff:(\d+(?:\.\d+){3})$/i;
const NETWORK_GROUPS = 3;

/** The first 48 bits of an IPv6 address: a site may have that much to itself, so that it counts as one caller. */
function networkOf(address: string): string {
  const [head = '', tail] = address.split('%', 1).join('').toLowerCase().split('::', 2);
  const before = head === '' ? [] : head.split(':');
  const after = tail === undefined || tail === '' ? [] : tail.split(':');
  const skipped = tail === undefined ? 0 : Math.max(8 - before.length - after.length, 0);
  const groups = [...before, ...Array<string>(skipped).fill('0'), ...after];
  return groups
    .slice(0, NETWORK_GROUPS)
    .map((group) => parseInt(group, 16).toString(16))
    .join(':');
}

function keyOf(address: string): string {
  const bare = MAPPED_V4.exec(address)?.[1] ?? address;
  if (isIPv4(bare)) return bare;
  return isIPv6(bare) ? networkOf(bare) : UNKNOWN;
}

export type SeenAddresses = { socketAddress: string | undefined; forwardedFor: string | undefined };

export function seenAddressesOf(
  headers: IncomingHttpHeaders,
  socketAddress: string | undefined,
): SeenAddresses {
  const forwarded = headers['x-forwarded-for'];
  return { socketAddress, forwardedFor: Array.isArray(forwarded) ? forwarded.join(',') : forwarded };
}

/** Each trusted proxy appends whom it saw, so a client's own inventions stand left of the entry that is taken. */
function statedAddressOf({ socketAddress, forwardedFor }: SeenAddresses, trustedProxies: number): string {
  if (trustedProxies === 0) return socketAddress ?? '';
  const entry = (forwardedFor ?? '').split(',').at(-trustedProxies)?.trim() ?? '';
  const withPort = WITH_PORT.exec(entry);
  return withPort?.[1] ?? withPort?.[2] ?? entry;
}

export function clientAddressOf(seen: SeenAddresses, trustedProxies: number): string {
  return keyOf(statedAddressOf(seen, trustedProxies));
}

/** The whole address without a zone, IPv4 where it is one; undefined where there is none. Never to be stored. */
export function exactAddressOf(seen: SeenAddresses, trustedProxies: number): string | undefined {
  const [stated = ''] = statedAddressOf(seen, trustedProxies).split('%', 1);
  const bare = MAPPED_V4.exec(stated)?.[1] ?? stated;
  return isIPv4(bare) || isIPv6(bare) ? bare : undefined;
}

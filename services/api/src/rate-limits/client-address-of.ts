// Under which address a caller without a valid token is counted. It stays in memory, and there for one window.

import { isIPv4, isIPv6 } from 'node:net';

/** What cannot be told apart is counted together, and no caller can make keys of its own choice. */
const UNKNOWN = 'unknown';

const WITH_PORT = /^"?(?:\[([0-9a-f:.%]+)\](?::\d+)?|(\d+(?:\.\d+){3}):\d+)"?$/i;
const MAPPED_V4 = /^::ffff:(\d+(?:\.\d+){3})$/i;
const NETWORK_GROUPS = 4;

/** The first 64 bits of an IPv6 address, which is what one caller has to itself: more would be counted as many. */
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

/** Each trusted proxy appends whom it saw, so a client's own inventions stand left of the entry that is taken. */
export function clientAddressOf(
  seen: { socketAddress: string | undefined; forwardedFor: string | undefined },
  trustedProxies: number,
): string {
  if (trustedProxies === 0) return keyOf(seen.socketAddress ?? '');
  const entry = (seen.forwardedFor ?? '').split(',').at(-trustedProxies)?.trim() ?? '';
  const withPort = WITH_PORT.exec(entry);
  return keyOf(withPort?.[1] ?? withPort?.[2] ?? entry);
}

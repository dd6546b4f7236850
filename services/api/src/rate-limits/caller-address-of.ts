// The address under which a caller without a valid token is counted. It stays in memory, for one window.

import type { IncomingHttpHeaders } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';
import { addressKeyOf, unmappedAddressOf } from '@kurz/click-event';
import { clientAddressOf } from '@kurz/process';

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
  return addressKeyOf(statedAddressOf(seen, trustedProxies));
}

/** The whole address without a zone, as IPv4 when it maps one. Undefined when there is none. Never to be stored. */
export function exactAddressOf(seen: SeenAddresses, trustedProxies: number): string | undefined {
  const [stated = ''] = statedAddressOf(seen, trustedProxies).split('%', 1);
  const bare = unmappedAddressOf(stated);
  return isIPv4(bare) || isIPv6(bare) ? bare : undefined;
}

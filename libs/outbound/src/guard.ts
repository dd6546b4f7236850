// Decides whether a request to a target is allowed. A name is resolved once, as part of connecting: the connection goes
// to the very addresses that were checked.

import { lookup as systemLookup, type LookupAddress } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { hostnameOf } from '@kurz/process';
import type { AllowedTargets } from './allowed-targets';
import { isPublicAddress } from './is-public-address';
import { OutboundError, type OutboundRefusal } from './outbound-error';
import { resolveHost } from './resolve-host';

export type GuardConfig = {
  /** Allowed targets beyond the public internet; default: none. `any`: the operator names all targets. */
  allowed?: AllowedTargets | 'any';
  /** Allowed ports of URLs. */
  ports: readonly number[];
  /** Name servers that replace the system's. */
  dnsServers?: readonly string[];
};

export type Guard = {
  /** Undefined when the request is allowed, provided that the name resolves to allowed addresses. */
  refusalOf: (url: URL, isPlainAllowed: boolean) => OutboundRefusal | undefined;
  /** The `lookup` option of sockets. Fails with OutboundError. */
  lookupFor: (url: URL) => LookupFunction;
};

const DEFAULT_PORTS: Readonly<Record<string, number>> = { 'http:': 80, 'https:': 443 };

const portOf = (url: URL) => (url.port === '' ? (DEFAULT_PORTS[url.protocol] ?? 0) : Number(url.port));

const NOTHING: AllowedTargets = { hasHost: () => false, hasPort: () => false, hasAddress: () => false };

export function makeGuard({ allowed = NOTHING, ports, dnsServers }: GuardConfig): Guard {
  const isNamed = (url: URL) => allowed === 'any' || allowed.hasHost(hostnameOf(url), portOf(url));
  const isAllowed = (address: string) =>
    isPublicAddress(address) || (allowed !== 'any' && allowed.hasAddress(address));

  async function addressesOf(url: URL): Promise<LookupAddress[]> {
    const addresses = await resolveHost(hostnameOf(url), dnsServers);
    // one forbidden address is enough: no honest name has addresses of both kinds
    if (!addresses.every(isAllowed)) throw new OutboundError({ kind: 'refused', reason: 'not_public' });
    return addresses.map((address) => ({ address, family: isIP(address) }));
  }

  return {
    refusalOf: (url, isPlainAllowed) => {
      const isPlain = url.protocol === 'http:';
      if (!isPlain && url.protocol !== 'https:') return 'scheme';
      if (isPlain && !isPlainAllowed && !isNamed(url)) return 'scheme';
      if (url.username !== '' || url.password !== '') return 'credentials';
      if (allowed === 'any') return undefined;
      if (!ports.includes(portOf(url)) && !allowed.hasPort(hostnameOf(url), portOf(url))) return 'port';
      if (isIP(hostnameOf(url)) !== 0 && !isNamed(url) && !isAllowed(hostnameOf(url))) return 'not_public';
      return undefined;
    },
    lookupFor: (url) => (host, options, callback) => {
      if (isNamed(url)) return systemLookup(host, options, callback);
      addressesOf(url).then(
        (addresses) => {
          const [first] = addresses;
          if (options.all) callback(null, addresses);
          else callback(null, first?.address ?? '', first?.family);
        },
        (error: Error) => callback(error, ''),
      );
    },
  };
}

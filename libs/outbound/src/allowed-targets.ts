// The targets beyond the public internet that an operator allows. The setting is a comma-separated list of hosts,
// addresses and networks; hosts and addresses may have a port.

import { BlockList, isIP } from 'node:net';
import { canonicalAddress } from './canonical-address';

export type AllowedTargets = {
  /** `port`: the URL's port. A host that is listed with a port is allowed only at that port. */
  hasHost: (host: string, port: number) => boolean;
  /** Whether the host is listed with exactly this port. */
  hasPort: (host: string, port: number) => boolean;
  hasAddress: (address: string) => boolean;
};

export type AllowedTargetsOutcome = { kind: 'targets'; targets: AllowedTargets } | { kind: 'faulty' };

type Entry =
  | { kind: 'host'; host: string; port: number | undefined }
  | { kind: 'network'; network: string; prefix: number };

const HOST = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/;
const NETWORK = /^([^/]+)\/(\d{1,3})$/;
const WITH_PORT = /^(\[[^\]]+\]|[^:]+):(\d{1,5})$/;
const HIGHEST_PORT = 65_535;

const bare = (host: string) => host.replace(/^\[(.*)\]$/, '$1');
const familyOf = (address: string) => (isIP(address) === 4 ? 'ipv4' : 'ipv6');

function entryOf(text: string): Entry | undefined {
  // an address with a zone id is valid on one machine only, and no URL can contain it
  if (text.includes('%')) return undefined;
  const [, network, length] = NETWORK.exec(text) ?? [];
  if (network !== undefined) {
    const prefix = Number(length);
    if (isIP(network) === 0 || prefix > (isIP(network) === 4 ? 32 : 128)) return undefined;
    return { kind: 'network', network, prefix };
  }
  const [, named, digits] = WITH_PORT.exec(text) ?? [];
  const host = bare(named ?? text);
  const port = digits === undefined ? undefined : Number(digits);
  if (port !== undefined && (port < 1 || port > HIGHEST_PORT)) return undefined;
  if (isIP(host) === 0 && (!HOST.test(host) || /^[\d.]+$/.test(host))) return undefined;
  return { kind: 'host', host: canonicalAddress(host), port };
}

/** Parses `10.1.2.0/24, fd00::/8, shlink.internal, 10.9.9.9:8080, [fd00::1]:8080`. The empty text allows no target. */
export function allowedTargetsOf(text: string): AllowedTargetsOutcome {
  const texts = text.split(',').map((one) => one.trim().toLowerCase());
  const entries: Entry[] = [];
  for (const one of texts) {
    if (one === '') continue;
    const entry = entryOf(one);
    if (!entry) return { kind: 'faulty' };
    entries.push(entry);
  }
  // a list per family: a list of both would treat a mapped address as an IPv4 address
  const networks = { ipv4: new BlockList(), ipv6: new BlockList() };
  const hosts = new Map<string, Set<number | undefined>>();
  for (const entry of entries) {
    if (entry.kind === 'host') hosts.set(entry.host, (hosts.get(entry.host) ?? new Set()).add(entry.port));
    else networks[familyOf(entry.network)].addSubnet(entry.network, entry.prefix, familyOf(entry.network));
  }
  const portsOf = (host: string) => hosts.get(bare(host).replace(/\.$/, ''));
  return {
    kind: 'targets',
    targets: {
      hasHost: (host, port) => portsOf(host)?.has(port) || portsOf(host)?.has(undefined) || false,
      hasPort: (host, port) => portsOf(host)?.has(port) ?? false,
      hasAddress: (address) =>
        isIP(address) !== 0 && networks[familyOf(address)].check(address, familyOf(address)),
    },
  };
}

// Which addresses are public unicast addresses, and so lead to no network of this machine, its operator or a tunnel.
// The ranges are IANA's special-purpose registries for IPv4 and IPv6.

import { BlockList, isIP } from 'node:net';

const NOT_PUBLIC_IPV4: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8], // this network
  ['10.0.0.0', 8], // private
  ['100.64.0.0', 10], // CGNAT
  ['127.0.0.0', 8], // loopback
  ['168.63.129.16', 32], // Azure's platform services
  ['169.254.0.0', 16], // link-local, metadata of clouds
  ['172.16.0.0', 12], // private
  ['192.0.0.0', 24], // IETF protocols
  ['192.0.2.0', 24], // documentation
  ['192.31.196.0', 24], // AS112
  ['192.52.193.0', 24], // AMT
  ['192.88.99.0', 24], // 6to4 relays
  ['192.168.0.0', 16], // private
  ['192.175.48.0', 24], // AS112
  ['198.18.0.0', 15], // benchmarks
  ['198.51.100.0', 24], // documentation
  ['203.0.113.0', 24], // documentation
  ['224.0.0.0', 4], // multicast
  ['240.0.0.0', 4], // reserved, broadcast
];

/** Global unicast. It excludes loopback, mapped, NAT64, ULA, link-local, site-local and multicast addresses. */
const GLOBAL_IPV6 = ['2000::', 3] as const;
const NOT_PUBLIC_IPV6: readonly (readonly [network: string, prefix: number])[] = [
  ['2001::', 23], // IETF protocols, with Teredo, benchmarks and ORCHID
  ['2001:db8::', 32], // documentation
  ['2002::', 16], // 6to4
  ['2620:4f:8000::', 48], // AS112
  ['3ffe::', 16], // the former 6bone
  ['3fff::', 20], // documentation
];

const refusedIpv4 = new BlockList();
for (const [network, prefix] of NOT_PUBLIC_IPV4) refusedIpv4.addSubnet(network, prefix, 'ipv4');
const refusedIpv6 = new BlockList();
for (const [network, prefix] of NOT_PUBLIC_IPV6) refusedIpv6.addSubnet(network, prefix, 'ipv6');
const globalIpv6 = new BlockList();
globalIpv6.addSubnet(...GLOBAL_IPV6, 'ipv6');

/** False also for a text that is no address, and for an IPv6 address with a zone id. */
export function isPublicAddress(address: string): boolean {
  if (isIP(address) === 4) return !refusedIpv4.check(address, 'ipv4');
  if (isIP(address) !== 6 || address.includes('%')) return false;
  return globalIpv6.check(address, 'ipv6') && !refusedIpv6.check(address, 'ipv6');
}

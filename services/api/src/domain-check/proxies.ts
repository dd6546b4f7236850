// Well-known proxies and CDNs. A domain behind one of them sends its visitors there first.

import { BlockList, isIP } from 'node:net';

/** https://www.cloudflare.com/ips/ */
const CLOUDFLARE = [
  ['103.21.244.0', 22],
  ['103.22.200.0', 22],
  ['103.31.4.0', 22],
  ['104.16.0.0', 13],
  ['104.24.0.0', 14],
  ['108.162.192.0', 18],
  ['131.0.72.0', 22],
  ['141.101.64.0', 18],
  ['162.158.0.0', 15],
  ['172.64.0.0', 13],
  ['173.245.48.0', 20],
  ['188.114.96.0', 20],
  ['190.93.240.0', 20],
  ['197.234.240.0', 22],
  ['198.41.128.0', 17],
  ['2400:cb00::', 32],
  ['2405:8100::', 32],
  ['2405:b500::', 32],
  ['2606:4700::', 32],
  ['2803:f800::', 32],
  ['2a06:98c0::', 29],
  ['2c0f:f248::', 32],
] as const;

const NAMES: readonly (readonly [suffix: string, proxy: string])[] = [
  ['cdn.cloudflare.net', 'Cloudflare'],
  ['cloudfront.net', 'Amazon CloudFront'],
  ['fastly.net', 'Fastly'],
  ['fastlylb.net', 'Fastly'],
  ['akamaiedge.net', 'Akamai'],
  ['edgekey.net', 'Akamai'],
  ['edgesuite.net', 'Akamai'],
  ['azureedge.net', 'Azure'],
  ['azurefd.net', 'Azure Front Door'],
  ['b-cdn.net', 'bunny.net'],
  ['incapdns.net', 'Imperva'],
  ['sucuri.net', 'Sucuri'],
];

const familyOf = (address: string) => (isIP(address) === 6 ? 'ipv6' : 'ipv4');

const cloudflare = { ipv4: new BlockList(), ipv6: new BlockList() };
for (const [network, prefix] of CLOUDFLARE)
  cloudflare[familyOf(network)].addSubnet(network, prefix, familyOf(network));

/** The name of the proxy that an address or a name on the way belongs to. */
export function proxyOf(chain: readonly string[], addresses: readonly string[]): string | undefined {
  const named = NAMES.find(([suffix]) => chain.some((name) => name.endsWith(`.${suffix}`)));
  if (named) return named[1];
  const isCloudflare = addresses.some((address) =>
    cloudflare[familyOf(address)].check(address, familyOf(address)),
  );
  return isCloudflare ? 'Cloudflare' : undefined;
}

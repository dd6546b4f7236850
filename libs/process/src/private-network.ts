// The setting KURZ_PRIVATE_NETWORK. An address without TLS is refused when its host is another machine, until the
// operator says that the network between them is private.

import { isLoopback } from './is-loopback';
import type { SettingsValidator } from './settings';
import { hostnameOf, urlsOfHosts } from './urls-of-hosts';

export const PRIVATE_NETWORK = { type: 'boolean', default: false } as const;

/** Validates addresses that begin with `plain://`, or with `encrypted://`, which have TLS. */
export const validatePlainAddress =
  (plain: string, encrypted: string): SettingsValidator =>
  (address, { KURZ_PRIVATE_NETWORK: isPrivate }) => {
    const isPlain = address.startsWith(`${plain}://`);
    if (!isPlain && !address.startsWith(`${encrypted}://`)) return [];
    const urls = urlsOfHosts(address);
    if (!urls) return ['must be an address'];
    if (!isPlain || isPrivate === 'true') return [];
    // the clients take an empty host for this machine
    const host = urls.map(hostnameOf).find((name) => name !== '' && !isLoopback(name));
    if (host === undefined) return [];
    return [
      `has no TLS, and ${host} is another machine: use ${encrypted}://, or KURZ_PRIVATE_NETWORK=true when the network is private`,
    ];
  };

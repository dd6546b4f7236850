// The setting KURZ_PRIVATE_NETWORK. An address without TLS is refused where its host is another machine, until the
// operator says that the network between them is private.

import { isLoopback } from './is-loopback';
import type { SettingsValidator } from './settings';

export const PRIVATE_NETWORK = { type: 'boolean', default: false } as const;

function hostOf(address: string): string | undefined {
  try {
    return new URL(address).hostname.replace(/^\[(.*)\]$/, '$1');
  } catch {
    return undefined;
  }
}

/** Validates addresses that begin with `plain://`; those that begin with `encrypted://` have TLS. */
export const validatePlainAddress =
  (plain: string, encrypted: string): SettingsValidator =>
  (address, { KURZ_PRIVATE_NETWORK: isPrivate }) => {
    if (!address.startsWith(`${plain}://`) || isPrivate === 'true') return [];
    const host = hostOf(address);
    if (host === undefined) return ['must be an address'];
    // the clients take an empty host for this machine
    if (host === '' || isLoopback(host)) return [];
    return [
      `has no TLS, and ${host} is another machine: use ${encrypted}://, or KURZ_PRIVATE_NETWORK=true where the network is private`,
    ];
  };

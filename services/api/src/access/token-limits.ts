// What limits the use of a token besides its scopes.

import { isIP } from 'node:net';

export type TokenLimits = {
  /** Null: the token never expires. */
  expiresAt: Date | null;
  /** In CIDR form; empty: the token works from anywhere. */
  networks: readonly string[];
};

export const UNLIMITED: TokenLimits = { expiresAt: null, networks: [] };

export const MAX_NETWORKS = 32;

/** A bare address is a network of one. Bits beyond the prefix count as zero. IPv6 with a dotted IPv4 part is none. */
export function isNetwork(text: string): boolean {
  const [, address = '', prefix] = /^([0-9a-f:.]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const version = isIP(address);
  if (version === 0 || (version === 6 && address.includes('.'))) return false;
  return prefix === undefined || Number(prefix) <= (version === 4 ? 32 : 128);
}

/** The limits as the answer to a token's creation shows them. */
export function limitsViewOf({ expiresAt, networks }: TokenLimits) {
  return { expiresAt: expiresAt?.toISOString() ?? null, networks };
}

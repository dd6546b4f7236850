// What bounds the use of a token beside its scopes.

import { isIP } from 'node:net';

export type TokenLimits = {
  /** Null: never. */
  expiresAt: Date | null;
  /** In CIDR form; none: from anywhere. */
  networks: readonly string[];
};

export const UNLIMITED: TokenLimits = { expiresAt: null, networks: [] };

export const MAX_NETWORKS = 32;

/** An address alone is a network of one. Bits beyond the prefix are taken as zero; mapped IPv4 is no network here. */
export function isNetwork(text: string): boolean {
  const [, address = '', prefix] = /^([0-9a-f:.]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const version = isIP(address);
  if (version === 0 || (version === 6 && address.includes('.'))) return false;
  return prefix === undefined || Number(prefix) <= (version === 4 ? 32 : 128);
}

/** As the answer that makes a token shows them. */
export function shownLimits({ expiresAt, networks }: TokenLimits) {
  return { expiresAt: expiresAt?.toISOString() ?? null, networks };
}

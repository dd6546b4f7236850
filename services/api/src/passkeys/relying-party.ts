// The party that passkeys are made for: the host of the web app's address, and the one origin that may use them.

import { isIP } from 'node:net';

export type RelyingParty = {
  /** The host, to which browsers bind a passkey for good. */
  id: string;
  origin: string;
};

/** Undefined for an IP address, and without TLS except on this machine: browsers make no passkeys there. */
export function relyingPartyOf(appUrl: string | undefined): RelyingParty | undefined {
  if (appUrl === undefined || !URL.canParse(appUrl)) return undefined;
  const { hostname: id, origin, protocol } = new URL(appUrl);
  const isLocal = id === 'localhost' || id.endsWith('.localhost');
  if (isIP(id.replace(/^\[|\]$/g, '')) !== 0 || (protocol !== 'https:' && !isLocal)) return undefined;
  return { id, origin };
}

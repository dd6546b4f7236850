// Where the front of the installation is, as the setting KURZ_EDGE_HOSTS lists it: hosts or addresses, each optionally
// with a port, separated by commas.

import { isIP } from 'node:net';
import { canonicalAddress } from '@kurz/outbound';

export type FrontHost = { host: string; port: number };

export type FrontHostsOutcome = { kind: 'hosts'; hosts: FrontHost[] } | { kind: 'faulty' };

const MAX_HOSTS = 8;
const HTTPS = 443;
const HOST = /^(?=.{1,253}$)[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?(\.[a-z0-9_]([a-z0-9_-]*[a-z0-9_])?)*$/;

function hostOf(text: string): FrontHost | undefined {
  const [, bracketed, named, digits] = /^(?:\[([^\]]+)\]|([^:[\]]+))(?::(\d{1,5}))?$/.exec(text) ?? [];
  const host = isIP(text) === 6 ? text : (bracketed ?? named ?? '').replace(/\.$/, '');
  const port = digits === undefined ? HTTPS : Number(digits);
  const isHost = isIP(host) !== 0 || (bracketed === undefined && HOST.test(host) && !/^[\d.]+$/.test(host));
  return isHost && port >= 1 && port <= 65_535 ? { host: canonicalAddress(host), port } : undefined;
}

export function frontHostsOf(text: string): FrontHostsOutcome {
  const texts = text.split(',').flatMap((one) => one.trim().toLowerCase() || []);
  const hosts = texts.flatMap((one) => hostOf(one) ?? []);
  return hosts.length < texts.length || hosts.length > MAX_HOSTS
    ? { kind: 'faulty' }
    : { kind: 'hosts', hosts };
}

// Name servers as a setting lists them: addresses, each perhaps with a port, separated by commas.

import { Resolver } from 'node:dns';

export type DnsServersOutcome = { kind: 'servers'; servers: string[] } | { kind: 'faulty' };

/** Validated by Node's own parser of server addresses. */
export function dnsServersOf(text: string): DnsServersOutcome {
  const servers = text
    .split(',')
    .map((server) => server.trim())
    .filter((server) => server !== '');
  try {
    new Resolver().setServers(servers);
  } catch {
    return { kind: 'faulty' };
  }
  return { kind: 'servers', servers };
}

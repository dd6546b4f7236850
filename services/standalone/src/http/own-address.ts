// The product's own address as browsers write it: an IPv6 address in brackets and its shortest form, and no port when
// it is HTTP's default.

import { isIPv6 } from 'node:net';
import os from 'node:os';

type Listening = { host: string; port: number };

/** Hosts that a browser on this machine reaches as `localhost`. */
const LOCAL = ['127.0.0.1', '0.0.0.0', '[::1]', '[::]', 'localhost'];
/** The hosts that mean all addresses of the machine. */
const EVERYWHERE = ['0.0.0.0', '[::]'];
const HTTP_PORT = 80;

function nameOf(host: string): string {
  const name = isIPv6(host) ? `[${host}]` : host;
  // no browser opens an address with a zone id (`fe80::1%eth0`)
  return URL.canParse(`http://${name}`) ? new URL(`http://${name}`).hostname : name;
}

function authorityOf(host: string, port: number): string {
  const name = nameOf(host);
  return port === HTTP_PORT ? name : `${name}:${port}`;
}

/** The domain of the shared zone on which an installation starts out. */
export const localDomainOf = ({ port }: Pick<Listening, 'port'>): string => authorityOf('localhost', port);

/** The URL that a person opens, without a trailing slash. */
export const ownUrlOf = ({ host, port }: Listening): string =>
  `http://${authorityOf(LOCAL.includes(nameOf(host)) ? 'localhost' : host, port)}`;

const addressesOfMachine = () =>
  Object.values(os.networkInterfaces()).flatMap((found) => (found ?? []).map(({ address }) => address));

/** Maps each host name of this machine to the shared zone's domain. `addresses`: the machine's current addresses. */
export function hostAliasesOf(
  { host, port }: Listening,
  addresses: readonly string[] = addressesOfMachine(),
): Record<string, string> {
  const zone = localDomainOf({ port });
  const names = [host, '127.0.0.1', '::1', ...(EVERYWHERE.includes(nameOf(host)) ? addresses : [])];
  return Object.fromEntries(names.map((name) => [authorityOf(name, port), zone]));
}

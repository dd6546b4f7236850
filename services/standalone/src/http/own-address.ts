// Where the product answers, as browsers write it: an IPv6 address in brackets, and no port where it is http's own.

import { isIPv6 } from 'node:net';

type Listening = { host: string; port: number };

/** Hosts that a browser on this machine reaches by `localhost`. */
const LOCAL = ['127.0.0.1', '0.0.0.0', '::1', '::', 'localhost'];
const HTTP_PORT = 80;

function authorityOf(host: string, port: number): string {
  const name = isIPv6(host) ? `[${host}]` : host;
  return port === HTTP_PORT ? name : `${name}:${port}`;
}

/** The domain of the shared zone on which an installation starts out. */
export const localDomainOf = ({ port }: Pick<Listening, 'port'>): string => authorityOf('localhost', port);

/** What a person opens, without a slash at the end. */
export const ownUrlOf = ({ host, port }: Listening): string =>
  `http://${authorityOf(LOCAL.includes(host) ? 'localhost' : host, port)}`;

/** The names under which this machine is asked for the shared zone. */
export function hostAliasesOf({ host, port }: Listening): Record<string, string> {
  const zone = localDomainOf({ port });
  return Object.fromEntries([host, '127.0.0.1', '::1'].map((name) => [authorityOf(name, port), zone]));
}

// An address of Redis that names nodes of a cluster, any of which knows the others:
// `redis+cluster://user:password@host:port,host:port`, `rediss+cluster://` with TLS to all of them.

import { hostnameOf, urlsOfHosts } from '@kurz/process';

const DEFAULT_PORT = 6379;

/** `host:port`; an IPv6 address has no brackets, as nodes give it. */
export type Endpoint = string;

export type ClusterAddress = {
  /** The nodes of the address. */
  seeds: readonly Endpoint[];
  /** The address of one node alone, with the name, password and TLS of all. */
  urlOf: (endpoint: Endpoint) => string;
};

export type ClusterOutcome =
  | { kind: 'cluster'; address: ClusterAddress }
  /** The address of a server, or of sentinels. */
  | { kind: 'none' }
  /** `fault` says what is wrong without saying a password. */
  | { kind: 'faulty'; fault: string };

const faulty = (fault: string) => ({ kind: 'faulty', fault }) as const;

export function clusterOf(address: string): ClusterOutcome {
  const [, secure, credentials] = /^redis(s?)\+cluster:\/\/([^/?#@]*@)?/.exec(address) ?? [];
  if (secure === undefined) return { kind: 'none' };
  const urls = urlsOfHosts(address);
  if (!urls?.every(({ hostname }) => hostname !== ''))
    return faulty('must be redis+cluster://user:password@host:port,host:port');
  const [{ pathname, search }] = urls;
  if (search !== '') return faulty('must have no parameters when it names a cluster');
  if (!/^\/?0?$/.test(pathname)) return faulty('must not name a database: a cluster has only one');
  return {
    kind: 'cluster',
    address: {
      seeds: urls.map((url) => `${hostnameOf(url)}:${url.port === '' ? DEFAULT_PORT : url.port}`),
      urlOf: (endpoint) => {
        const at = endpoint.lastIndexOf(':');
        const host = endpoint.slice(0, at);
        return `redis${secure}://${credentials ?? ''}${host.includes(':') ? `[${host}]` : host}:${endpoint.slice(at + 1)}`;
      },
    },
  };
}

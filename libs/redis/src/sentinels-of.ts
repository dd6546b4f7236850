// An address of Redis that names sentinels, which know the primary:
// `redis+sentinel://user:password@host:port,host:port/db?master=name`, `rediss+sentinel://` with TLS to them and to
// Redis. Parameters: `master`, and `sentinel_user` and `sentinel_password` where the sentinels ask for them.

import { hostnameOf, urlsOfHosts } from '@kurz/process';

const DEFAULT_PORT = 26_379;
const PARAMETERS = ['master', 'sentinel_user', 'sentinel_password'];

/** The options of ioredis for them. */
export type Sentinels = {
  sentinels: { host: string; port: number }[];
  /** The primary's name, as the sentinels know it. */
  name: string;
  db: number;
  username?: string;
  password?: string;
  sentinelUsername?: string;
  sentinelPassword?: string;
  tls?: object;
  sentinelTLS?: object;
  enableTLSForSentinelMode?: true;
};

export type SentinelsOutcome =
  | { kind: 'sentinels'; sentinels: Sentinels }
  /** The address of a server. */
  | { kind: 'none' }
  /** `fault` says what is wrong without saying a password. */
  | { kind: 'faulty'; fault: string };

const faulty = (fault: string) => ({ kind: 'faulty', fault }) as const;

export function sentinelsOf(address: string): SentinelsOutcome {
  const [, secure] = /^redis(s?)\+sentinel:/.exec(address) ?? [];
  if (secure === undefined) return { kind: 'none' };
  const urls = urlsOfHosts(address);
  if (!urls?.every(({ hostname }) => hostname !== ''))
    return faulty('must be redis+sentinel://user:password@host:port,host:port/db?master=name');
  const [{ username, password, pathname, searchParams }] = urls;
  const strange = [...searchParams.keys()].find((name) => !PARAMETERS.includes(name));
  if (strange !== undefined) return faulty(`has an unknown parameter: ${strange}`);
  const name = searchParams.get('master') ?? '';
  if (name === '') return faulty('must name the primary: ?master=name');
  const [, db] = /^\/?(\d*)$/.exec(pathname) ?? [];
  if (db === undefined) return faulty('must name the database by its number');
  const sentinelUsername = searchParams.get('sentinel_user') ?? '';
  const sentinelPassword = searchParams.get('sentinel_password') ?? '';
  return {
    kind: 'sentinels',
    sentinels: {
      sentinels: urls.map((url) => ({
        host: hostnameOf(url),
        port: url.port === '' ? DEFAULT_PORT : Number(url.port),
      })),
      name,
      db: Number(db),
      ...(username !== '' && { username: decodeURIComponent(username) }),
      ...(password !== '' && { password: decodeURIComponent(password) }),
      ...(sentinelUsername !== '' && { sentinelUsername }),
      ...(sentinelPassword !== '' && { sentinelPassword }),
      ...(secure !== '' && { tls: {}, sentinelTLS: {}, enableTLSForSentinelMode: true }),
    },
  };
}

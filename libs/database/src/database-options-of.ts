// Parses an address of PostgreSQL: one server, or several of one cluster. The known parameters are `sslmode` (disable,
// require, verify-ca, verify-full, as libpq means them; default: disable on this machine, else verify-full),
// `sslrootcert` (a file) and `pooler=transaction` (the address is that of a pooler such as PgBouncer in transaction
// mode).

import { readFileSync } from 'node:fs';
import { hostnameOf, isLoopback, urlsOfHosts } from '@kurz/process';
import type { ServerAddress } from './choose-server';
import type { DatabaseOptions, DatabaseSsl } from './open-database';

export type DatabaseOptionsOutcome =
  | { kind: 'options'; options: DatabaseOptions }
  /** `fault` says what is wrong without saying the password. */
  | { kind: 'faulty'; fault: string };

const DEFAULT_PORT = 5432;
const MODES = ['disable', 'require', 'verify-ca', 'verify-full'];
const PARAMETERS = ['sslmode', 'sslrootcert', 'pooler'];

/** `postgres://user:password@host:port,host:port/database?sslmode=…` */
export function databaseOptionsOf(text: string): DatabaseOptionsOutcome {
  const urls = urlsOfHosts(text);
  if (!urls?.every(isWhole)) return faulty('must be postgres://user:password@host:port/database');
  const [url] = urls;
  const strange = [...url.searchParams.keys()].find((name) => !PARAMETERS.includes(name));
  if (strange !== undefined) return faulty(`has an unknown parameter: ${strange}`);
  const [, ...alternatives] = urls.map(addressOf);
  const isHere = urls.every((each) => isLoopback(addressOf(each).host));
  const mode = url.searchParams.get('sslmode') ?? (isHere ? 'disable' : 'verify-full');
  if (!MODES.includes(mode)) return faulty(`sslmode must be one of ${MODES.join(', ')}`);
  const pooler = url.searchParams.get('pooler');
  if (pooler !== null && pooler !== 'transaction') return faulty('pooler must be transaction');
  const ca = readCertificate(url.searchParams.get('sslrootcert'));
  if (ca.kind === 'faulty') return ca;
  return {
    kind: 'options',
    options: {
      ...addressOf(url),
      ...(alternatives.length > 0 && { alternatives }),
      database: decodeURIComponent(url.pathname.slice(1)),
      user: decodeURIComponent(url.username),
      password: decodeURIComponent(url.password),
      ...(mode !== 'disable' && { ssl: sslOf(mode, ca.text) }),
      ...(pooler !== null && { isPooled: true }),
    },
  };
}

const faulty = (fault: string) => ({ kind: 'faulty', fault }) as const;

const addressOf = (url: URL): ServerAddress => ({
  host: hostnameOf(url),
  port: url.port === '' ? DEFAULT_PORT : Number(url.port),
});

const isWhole = ({ protocol, hostname, username, pathname }: URL): boolean =>
  ['postgres:', 'postgresql:'].includes(protocol) && ![hostname, username, pathname.slice(1)].includes('');

function readCertificate(file: string | null) {
  if (file === null) return { kind: 'read', text: undefined } as const;
  try {
    return { kind: 'read', text: readFileSync(file, 'utf8') } as const;
  } catch {
    return faulty(`sslrootcert cannot be read: ${file}`);
  }
}

function sslOf(mode: string, ca: string | undefined): DatabaseSsl {
  // as in libpq: with a CA certificate, `require` means `verify-ca`
  const isVerified = mode !== 'require' || ca !== undefined;
  return {
    rejectUnauthorized: isVerified,
    ...(ca !== undefined && { ca }),
    // any host name, as long as the CA is the right one
    ...(isVerified && mode !== 'verify-full' && { checkServerIdentity: () => undefined }),
  };
}

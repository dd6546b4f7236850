// What `kurz doctor` can find about PostgreSQL and the installation's data in it: what is wrong and what to do, by
// stable code.

import type { CatalogueEntry } from './catalogue-entry';

export const POSTGRES_FINDINGS = {
  postgres_unreachable: {
    part: 'postgres',
    severity: 'fault',
    what: 'PostgreSQL does not answer: {reason}.',
    todo: 'Start it, or correct the host and port in KURZ_POSTGRES_URL.',
  },
  postgres_login_refused: {
    part: 'postgres',
    severity: 'fault',
    what: 'PostgreSQL refuses the connection: {reason}.',
    todo: 'Correct the name and password in KURZ_POSTGRES_URL, or create the database.',
  },
  postgres_rights_missing: {
    part: 'postgres',
    severity: 'fault',
    what: 'The user in KURZ_POSTGRES_URL lacks a permission: {reason}.',
    todo: "Use the address of the operator's user, as for `kurz migrate`. See docs/operating.md, Users of the stores.",
  },
  postgres_connections_refused: {
    part: 'postgres',
    severity: 'fault',
    what: 'PostgreSQL refuses further connections: {reason}.',
    todo: 'Raise max_connections, lower KURZ_POSTGRES_CONNECTIONS, or put a pooler in between.',
  },
  postgres_certificate_refused: {
    part: 'postgres',
    severity: 'fault',
    what: 'TLS to PostgreSQL fails: {reason}.',
    todo: 'Add &sslrootcert=… with the file of your CA certificate to KURZ_POSTGRES_URL, or give the server a valid certificate.',
  },
  postgres_not_migrated: {
    part: 'postgres',
    severity: 'fault',
    what: 'The database lacks migrations: {migrations}.',
    todo: 'Run `kurz migrate`.',
  },
  postgres_newer: {
    part: 'postgres',
    severity: 'warning',
    what: 'The database has migrations that this release does not know: {migrations}.',
    todo: 'Use the `kurz` of the newer release.',
  },
  postgres_read_only: {
    part: 'postgres',
    severity: 'fault',
    what: 'PostgreSQL does not accept writes: it is a read replica, or it is set to read-only.',
    todo: 'Set KURZ_POSTGRES_URL to the primary.',
  },
  postgres_not_encrypted: {
    part: 'postgres',
    severity: 'warning',
    what: 'The connection to PostgreSQL on another machine is not encrypted.',
    todo: 'Remove sslmode=disable from KURZ_POSTGRES_URL, or set KURZ_PRIVATE_NETWORK=true when the network is private.',
  },
  postgres_few_connections: {
    part: 'postgres',
    severity: 'fault',
    what: 'PostgreSQL allows {most} connections. With one process of each service, Kurz needs {least}.',
    todo: 'Raise max_connections, or lower KURZ_POSTGRES_CONNECTIONS of the services.',
  },
  postgres_connections_used_up: {
    part: 'postgres',
    severity: 'fault',
    what: '{used} of {most} connections of PostgreSQL are in use.',
    todo: 'Raise max_connections, lower KURZ_POSTGRES_CONNECTIONS, or put a pooler in between.',
  },
  changes_wait: {
    part: 'postgres',
    severity: 'fault',
    what: '{changes} link changes have waited for up to {seconds} s. Redirectors may answer with old links.',
    todo: 'Start an API. If Redis is down, bring it back.',
  },
  no_domain: {
    part: 'domains',
    severity: 'fault',
    what: 'There is no domain for links.',
    todo: 'Add one: `kurz zone add DOMAIN --global`.',
  },
  default_domain_disabled: {
    part: 'domains',
    severity: 'fault',
    what: 'The default domain {domain} is disabled, so links without a domain are refused.',
    todo: 'Run `kurz zone enable {domain}`, or choose another domain with `kurz zone set-default`.',
  },
} as const satisfies Record<string, CatalogueEntry>;

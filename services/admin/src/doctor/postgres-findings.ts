// What `kurz doctor` can find about PostgreSQL and the installation's data in it: what is wrong and what to do, by
// stable code.

import type { CatalogueEntry } from './catalogue-entry';

export const POSTGRES_FINDINGS = {
  postgres_unreachable: {
    part: 'postgres',
    severity: 'fault',
    what: 'PostgreSQL does not answer: {reason}.',
    todo: 'Start it, or correct host and port in KURZ_POSTGRES_URL.',
  },
  postgres_login_refused: {
    part: 'postgres',
    severity: 'fault',
    what: 'PostgreSQL refuses the connection: {reason}.',
    todo: 'Correct the name and password in KURZ_POSTGRES_URL, or make the database.',
  },
  postgres_rights_missing: {
    part: 'postgres',
    severity: 'fault',
    what: 'The user of KURZ_POSTGRES_URL lacks a right: {reason}.',
    todo: "Use the operator's address, as `kurz migrate` does. See docs/operating.md, Users of the stores.",
  },
  postgres_connections_refused: {
    part: 'postgres',
    severity: 'fault',
    what: 'PostgreSQL gives no further connection: {reason}.',
    todo: 'Raise max_connections, lower KURZ_POSTGRES_CONNECTIONS, or put a pooler in between.',
  },
  postgres_certificate_refused: {
    part: 'postgres',
    severity: 'fault',
    what: 'TLS to PostgreSQL fails: {reason}.',
    todo: 'Name the file of your authority with &sslrootcert=… in KURZ_POSTGRES_URL, or give the server a valid certificate.',
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
    what: 'PostgreSQL takes no writes: it is a replica, or set read-only.',
    todo: 'Name the primary in KURZ_POSTGRES_URL.',
  },
  postgres_not_encrypted: {
    part: 'postgres',
    severity: 'warning',
    what: 'The connection to PostgreSQL on another machine is not encrypted.',
    todo: 'Remove sslmode=disable from KURZ_POSTGRES_URL, or say KURZ_PRIVATE_NETWORK=true where the network is private.',
  },
  postgres_few_connections: {
    part: 'postgres',
    severity: 'fault',
    what: 'PostgreSQL allows {most} connections; one process of each service needs {least}.',
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
    what: '{changes} changes of links have waited for {seconds} s; redirectors may answer with old links.',
    todo: 'Start an API. While Redis is away, bring it back.',
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
    todo: '`kurz zone enable {domain}`, or name another with `kurz zone set-default`.',
  },
} as const satisfies Record<string, CatalogueEntry>;

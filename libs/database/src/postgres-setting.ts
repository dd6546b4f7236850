// The settings KURZ_POSTGRES_URL and KURZ_POSTGRES_CONNECTIONS, as every service reads them.

import { SettingsError, type SettingsOf, type SettingsProperties } from '@kurz/process';
import { databaseOptionsOf } from './database-options-of';
import type { DatabaseOptions } from './open-database';

function validate(text: string): string[] {
  const outcome = databaseOptionsOf(text);
  return outcome.kind === 'faulty' ? [outcome.fault] : [];
}

export const POSTGRES_URL = { type: 'string', validate } as const;

/** A replica is one server: of several, the one that takes writes would be used. */
function validateReplica(text: string): string[] {
  const outcome = databaseOptionsOf(text);
  if (outcome.kind === 'faulty') return [outcome.fault];
  return outcome.options.alternatives ? ['must name one server'] : [];
}

export const POSTGRES_REPLICA_URL = { type: 'string', optional: true, validate: validateReplica } as const;

/** @throws SettingsError for an address that the setting refuses. */
export const replicaOf = (url: string | undefined, maxConnections: number): DatabaseOptions | undefined =>
  url === undefined ? undefined : optionsOf('KURZ_POSTGRES_REPLICA_URL', url, maxConnections);

/** Properties for `readSettings`. `connections`: how many a service needs, and how many it takes by default. */
export const postgresProperties = (connections: { minimum: number; default: number }) =>
  ({
    KURZ_POSTGRES_URL: POSTGRES_URL,
    KURZ_POSTGRES_CONNECTIONS: { type: 'integer', maximum: 1_000, ...connections },
  }) as const satisfies SettingsProperties;

/** @throws SettingsError for an address that `POSTGRES_URL` refuses. */
export function postgresOf({
  KURZ_POSTGRES_URL: url,
  KURZ_POSTGRES_CONNECTIONS: maxConnections,
}: SettingsOf<ReturnType<typeof postgresProperties>>): DatabaseOptions {
  return optionsOf('KURZ_POSTGRES_URL', url, maxConnections);
}

function optionsOf(name: string, url: string, maxConnections: number): DatabaseOptions {
  const outcome = databaseOptionsOf(url);
  if (outcome.kind === 'faulty') throw new SettingsError([`${name} ${outcome.fault}`]);
  return { ...outcome.options, maxConnections };
}

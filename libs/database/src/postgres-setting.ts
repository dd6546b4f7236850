// The settings KURZ_POSTGRES_URL and KURZ_POSTGRES_CONNECTIONS, as every service reads them.

import { SettingsError, type SettingsOf, type SettingsProperties } from '@kurz/process';
import { databaseOptionsOf } from './database-options-of';
import type { DatabaseOptions } from './open-database';

function validate(text: string): string[] {
  const outcome = databaseOptionsOf(text);
  return outcome.kind === 'faulty' ? [outcome.fault] : [];
}

export const POSTGRES_URL = { type: 'string', validate } as const;

/** Properties for `readSettings`; how many connections a service needs and takes by default. */
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
  const outcome = databaseOptionsOf(url);
  if (outcome.kind === 'faulty') throw new SettingsError([`KURZ_POSTGRES_URL ${outcome.fault}`]);
  return { ...outcome.options, maxConnections };
}

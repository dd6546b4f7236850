// The setting KURZ_POSTGRES_URL, as every service reads it.

import { SettingsError } from '@kurz/process';
import { databaseOptionsOf } from './database-options-of';
import type { DatabaseOptions } from './open-database';

/** What is wrong with the text, for the list of all faults; nothing when it can be used. */
export function judgePostgresUrl(text: string): string[] {
  const outcome = databaseOptionsOf(text);
  return outcome.kind === 'faulty' ? [outcome.fault] : [];
}

/** @throws SettingsError for a text that `judgePostgresUrl` finds fault with. */
export function postgresOf(url: string, maxConnections: number): DatabaseOptions {
  const outcome = databaseOptionsOf(url);
  if (outcome.kind === 'faulty') throw new SettingsError([`KURZ_POSTGRES_URL ${outcome.fault}`]);
  return { ...outcome.options, maxConnections };
}

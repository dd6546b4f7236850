// The stack's settings, from the environment.

import path from 'node:path';
import { KAFKA_PROPERTIES } from '@kurz/click-stream/kafka-setting';
import { LOG_LEVEL, PORT, readSettings, SettingsError, type SettingsProperties } from '@kurz/process';

const CHECKOUT = path.resolve(__dirname, '..', '..', '..', '..');

const PROPERTIES = {
  KURZ_HOST: { type: 'string', default: '127.0.0.1' },
  KURZ_PORT: { ...PORT, default: 3000 },
  KURZ_API_PORT: { ...PORT, default: 3001 },
  KURZ_DATA_DIR: { type: 'string', default: './data-stack' },
  KURZ_LOG_LEVEL: { ...LOG_LEVEL, default: 'warn' },
  KURZ_KAFKA_CLIENT: KAFKA_PROPERTIES.KURZ_KAFKA_CLIENT,
  KURZ_RESTART_MS: { type: 'integer', minimum: 0, maximum: 86_400_000, default: 1_000 },
} as const satisfies SettingsProperties;

export type StackSettings = ReturnType<typeof readStackSettings>;

/** Relative paths count from the checkout. @throws SettingsError with every fault. */
export function readStackSettings(environment: Record<string, string | undefined>) {
  const variables = readSettings(PROPERTIES, environment);
  // also when one of them is the default
  if (variables.KURZ_API_PORT === variables.KURZ_PORT)
    throw new SettingsError(['KURZ_API_PORT must be a different port from KURZ_PORT']);
  return Object.freeze({
    host: variables.KURZ_HOST,
    /** Where links open. */
    port: variables.KURZ_PORT,
    /** Where the API answers, for both of its processes. */
    apiPort: variables.KURZ_API_PORT,
    dataDirectory: path.resolve(CHECKOUT, variables.KURZ_DATA_DIR),
    logLevel: variables.KURZ_LOG_LEVEL,
    /** For every service, and for the admin command beside the stack. */
    kafkaClient: variables.KURZ_KAFKA_CLIENT,
    /** How long a part that died stays down. A long time turns a kill into an outage. */
    restartMs: variables.KURZ_RESTART_MS,
  });
}

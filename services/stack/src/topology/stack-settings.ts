// What a person may set about the stack, from the environment that main hands over.

import path from 'node:path';
import { readSettings, type LogLevel } from '@kurz/process';

type Variables = {
  KURZ_HOST: string;
  KURZ_PORT: number;
  KURZ_API_PORT: number;
  KURZ_DATA_DIR: string;
  KURZ_LOG_LEVEL: LogLevel;
  KURZ_RESTART_MS: number;
};

export type StackSettings = {
  host: string;
  /** Where links open. */
  port: number;
  /** Where the API answers, for both of its processes. */
  apiPort: number;
  dataDirectory: string;
  logLevel: LogLevel;
  /** How long a part that died stays away; long makes an outage out of a kill. */
  restartMs: number;
};

const CHECKOUT = path.resolve(__dirname, '..', '..', '..', '..');

/** Relative paths count from the checkout. @throws SettingsError with every fault. */
export function readStackSettings(environment: Record<string, string | undefined>): StackSettings {
  const variables = readSettings<Variables>(
    {
      type: 'object',
      required: [],
      properties: {
        KURZ_HOST: { type: 'string', default: '127.0.0.1' },
        KURZ_PORT: { type: 'integer', minimum: 1, maximum: 65_535, default: 3000 },
        KURZ_API_PORT: { type: 'integer', minimum: 1, maximum: 65_535, default: 3001 },
        KURZ_DATA_DIR: { type: 'string', default: './data-stack' },
        KURZ_LOG_LEVEL: {
          type: 'string',
          enum: ['debug', 'info', 'warn', 'error', 'silent'],
          default: 'warn',
        },
        KURZ_RESTART_MS: { type: 'integer', minimum: 0, maximum: 86_400_000, default: 1_000 },
      },
    },
    environment,
  );
  return Object.freeze({
    host: variables.KURZ_HOST,
    port: variables.KURZ_PORT,
    apiPort: variables.KURZ_API_PORT,
    dataDirectory: path.resolve(CHECKOUT, variables.KURZ_DATA_DIR),
    logLevel: variables.KURZ_LOG_LEVEL,
    restartMs: variables.KURZ_RESTART_MS,
  });
}

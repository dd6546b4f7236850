// The settings that every process has: how much it logs, and where its operations server listens.

import type { SettingsOf, SettingsProperties } from './settings';

export const LOG_LEVEL = { type: 'string', enum: ['debug', 'info', 'warn', 'error', 'silent'] } as const;

export const PORT = { type: 'integer', minimum: 1, maximum: 65_535 } as const;

/** How many proxies in front append to X-Forwarded-For. */
export const TRUSTED_PROXIES = { type: 'integer', minimum: 0, maximum: 10, default: 0 } as const;

type OperationsDefaults = { opsPort: number; preStopMs: number };

/** Properties for `readSettings`, with their defaults. */
export const operationsProperties = ({ opsPort, preStopMs }: OperationsDefaults) =>
  ({
    KURZ_LOG_LEVEL: { ...LOG_LEVEL, default: 'info' },
    KURZ_OPS_HOST: { type: 'string', default: '0.0.0.0' },
    // 0: any free port
    KURZ_OPS_PORT: { ...PORT, minimum: 0, default: opsPort },
    // how long the process still works with readiness off, until load balancers have noticed it
    KURZ_PRE_STOP_MS: { type: 'integer', minimum: 0, maximum: 60_000, default: preStopMs },
  }) as const satisfies SettingsProperties;

export const operationsOf = (variables: SettingsOf<ReturnType<typeof operationsProperties>>) => ({
  logLevel: variables.KURZ_LOG_LEVEL,
  ops: { host: variables.KURZ_OPS_HOST, port: variables.KURZ_OPS_PORT },
  /** How long the process still works with readiness off, ms. */
  preStopMs: variables.KURZ_PRE_STOP_MS,
});

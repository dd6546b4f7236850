// The settings that every process has: how much it logs, and where its operations server listens.

import type { LogLevel } from './log';

export type OperationsVariables = {
  KURZ_LOG_LEVEL: LogLevel;
  KURZ_OPS_HOST: string;
  KURZ_OPS_PORT: number;
  KURZ_PRE_STOP_MS: number;
};

export const LOG_LEVEL = { type: 'string', enum: ['debug', 'info', 'warn', 'error', 'silent'] } as const;

export const PORT = { type: 'integer', minimum: 1, maximum: 65_535 } as const;

/** Properties for the schema of `readSettings`, with their defaults. */
export const operationsProperties = (unlessTold: { opsPort: number; preStopMs: number }) =>
  ({
    KURZ_LOG_LEVEL: { ...LOG_LEVEL, default: 'info' },
    KURZ_OPS_HOST: { type: 'string', default: '0.0.0.0' },
    // 0: whichever is free
    KURZ_OPS_PORT: { ...PORT, minimum: 0, default: unlessTold.opsPort },
    KURZ_PRE_STOP_MS: { type: 'integer', minimum: 0, maximum: 60_000, default: unlessTold.preStopMs },
  }) as const;

// The environment of each of the stack's services: production's settings, for one machine.

import path from 'node:path';
import { type ServiceAddress, type StackPorts } from './stack-ports';
import { type StackSettings } from './stack-settings';

export type StackSecrets = { tokenPepper: string; oldTokenPepper?: string; postgresPassword: string };

const REDIRECTOR_WORKERS = 2;

/** How long visits are gathered for one write. Production's 10 s would only make a person wait. */
const LINGER_MS = 1_000;

/** Connections per pool. The five processes have six pools, and PostgreSQL allows 60 connections. */
const CONNECTIONS = { redirector: 5, ingester: 6, api: 10 };

/** Settings of one service. */
export function serviceSettings(
  address: ServiceAddress,
  { ports, secrets, settings }: { ports: StackPorts; secrets: StackSecrets; settings: StackSettings },
): Record<string, string> {
  const all = {
    KURZ_LOG_LEVEL: settings.logLevel,
    KURZ_OPS_HOST: '127.0.0.1',
    KURZ_OPS_PORT: String(address.opsPort),
    KURZ_PRE_STOP_MS: '0',
    KURZ_POSTGRES_URL: `postgres://kurz:${secrets.postgresPassword}@127.0.0.1:${ports.postgres}/kurz`,
    KURZ_POSTGRES_CONNECTIONS: String(CONNECTIONS[address.service]),
    KURZ_REDIS_URL: `redis://127.0.0.1:${ports.redis}`,
    KURZ_CLICKHOUSE_URL: `http://127.0.0.1:${ports.clickHouse}`,
    KURZ_KAFKA_BROKERS: `127.0.0.1:${ports.kafka.clients}`,
    KURZ_KAFKA_CLIENT: settings.kafkaClient,
  };
  switch (address.service) {
    case 'redirector':
      return {
        ...all,
        KURZ_HOST: settings.host,
        KURZ_PORT: String(settings.port),
        KURZ_WORKERS: String(REDIRECTOR_WORKERS),
        KURZ_NODE_NAME: 'stack',
        KURZ_JOURNAL_DIR: path.join(settings.dataDirectory, 'journal'),
      };
    case 'ingester':
      return { ...all, KURZ_LINGER_MS: String(LINGER_MS) };
    case 'api':
      return {
        ...all,
        KURZ_HOST: '127.0.0.1',
        KURZ_PORT: String(address.port),
        KURZ_TOKEN_PEPPER: secrets.tokenPepper,
        ...(secrets.oldTokenPepper !== undefined && { KURZ_TOKEN_PEPPER_OLD: secrets.oldTokenPepper }),
      };
  }
}

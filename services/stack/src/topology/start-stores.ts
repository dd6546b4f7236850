// The native stores of the stack, each kept running on its port and its folder.

import { mkdirSync } from 'node:fs';
import path from 'node:path';
import { type Log } from '@kurz/process';
import { startEmbeddedPostgres } from '@kurz/standalone/without-engine';
import { postmasterOf } from '../native/postmaster-of';
import { startNativeClickHouse } from '../native/start-native-clickhouse';
import { startNativeKafka } from '../native/start-native-kafka';
import { startNativeRedis } from '../native/start-native-redis';
import { type Part } from './keep-running';
import { type StackPorts } from './stack-ports';

export type StoreName = 'postgres' | 'redis' | 'kafka' | 'clickhouse';

/** Kafka's controlled shutdown takes some seconds, even on a single node. */
const STOP_MS = 15_000;

type NativeServer = { pid: number; ended: Promise<void>; stop: (killAfterMs: number) => Promise<void> };

const partOf = ({ pid, ended, stop }: NativeServer): Part => ({ pid, ended, stop: () => stop(STOP_MS) });

export type StoreStartsDeps = {
  dataDirectory: string;
  ports: StackPorts;
  postgresPassword: string;
  log: Log;
};

/** How each store is started, for the first time and after it has died. */
export function storeStarts(deps: StoreStartsDeps): Record<StoreName, () => Promise<Part>> {
  const { dataDirectory, ports, postgresPassword, log } = deps;
  const folderOf = (name: StoreName) => {
    const folder = path.join(dataDirectory, name);
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    return folder;
  };
  const isDetached = true;
  return {
    postgres: async () => {
      const directory = path.join(dataDirectory, 'postgres');
      const server = await startEmbeddedPostgres({
        directory,
        password: postgresPassword,
        log,
        port: ports.postgres,
      });
      return { pid: postmasterOf(directory), ended: server.ended, stop: server.close };
    },
    redis: async () => partOf(await startNativeRedis(folderOf('redis'), ports.redis, { isDetached })),
    clickhouse: async () =>
      partOf(await startNativeClickHouse(folderOf('clickhouse'), ports.clickHouse, { isDetached })),
    kafka: async () =>
      partOf(
        await startNativeKafka({
          directory: folderOf('kafka'),
          ports: ports.kafka,
          advertisedPort: ports.kafka.clients,
          isDetached,
        }),
      ),
  };
}

// The built ingester in its own process, over the stores of a bench: a test can stop, freeze and kill it.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { StreamBench } from '../stores/ingester-kafka/stream-bench';
import { TESTED_ENV } from '../tested-client';
import { until } from '../until';

const MAIN = path.join(__dirname, '..', '..', 'services', 'ingester', 'dist', 'main.js');

const COUNTING = ['kurz-consolidate', 'kurz-hits', 'kurz-live'];

export type IngesterProcess = {
  pid: number;
  /** Resolves when it is a member of the three groups that count. */
  joined: () => Promise<void>;
  /** Everything it has logged. */
  log: () => string;
  signal: (name: NodeJS.Signals) => void;
  /** Resolves with its exit code; null when a signal ended it. */
  ended: Promise<number | null>;
};

const running = new Set<IngesterProcess>();

/** Kills all ingesters that a test has left running. */
export async function killIngesters(): Promise<void> {
  for (const each of running) each.signal('SIGKILL');
  await Promise.all([...running].map(({ ended }) => ended));
}

/** ClickHouse is reached through the bench's proxy. */
export function startIngesterProcess(
  bench: StreamBench,
  change: Record<string, string> = {},
): IngesterProcess {
  const { host, port, user, password, database } = bench.postgres.options;
  const child = spawn(process.execPath, [MAIN], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      NODE_OPTIONS: process.env['NODE_OPTIONS'],
      MODULE_CACHE: process.env['MODULE_CACHE'],
      KURZ_OPS_HOST: '127.0.0.1',
      KURZ_OPS_PORT: '0',
      KURZ_POSTGRES_URL: `postgres://${user}:${encodeURIComponent(password)}@${host}:${port}/${database}`,
      KURZ_REDIS_URL: bench.redis.url,
      KURZ_CLICKHOUSE_URL: `http://${bench.proxy.host}:${bench.proxy.port}`,
      KURZ_CLICKHOUSE_DATABASE: 'kurz',
      KURZ_KAFKA_BROKERS: bench.kafka.brokers.join(','),
      KURZ_KAFKA_TOPIC: bench.topic(),
      KURZ_KAFKA_DEAD_TOPIC: bench.deadTopic(),
      KURZ_KAFKA_SESSION_MS: '6000',
      KURZ_LINGER_MS: '0',
      ...TESTED_ENV,
      ...change,
    },
  });
  let log = '';
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const ended = once(child, 'exit').then(([code]: (number | null)[]) => code ?? null);
  const groups = () => new Set([...log.matchAll(/"stream_joined","groupId":"(\S+?)"/g)].map(([, id]) => id));
  const started: IngesterProcess = {
    pid: child.pid ?? 0,
    joined: () => until(() => COUNTING.every((group) => groups().has(group)) || child.exitCode !== null),
    log: () => log,
    signal: (name) => void child.kill(name),
    ended,
  };
  running.add(started);
  void ended.then(() => running.delete(started));
  return started;
}

export async function kill(ingester: IngesterProcess): Promise<void> {
  ingester.signal('SIGKILL');
  await ingester.ended;
}

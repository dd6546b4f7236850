// A ClickHouse for tests: the real engine in a process of its own that speaks ClickHouse's HTTP protocol, so that it
// can be frozen, killed and restarted like a server.

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { migrateClickTables, openClickHouse, type ClickHouseOptions } from '@kurz/click-tables';
import { CLICKHOUSE_SERVER } from '@kurz/stack';

export type TestClickHouse = {
  options: Extract<ClickHouseOptions, { kind: 'server' }>;
  pid: number;
  /** SIGSTOP: it accepts connections and answers nothing. */
  freeze: () => void;
  thaw: () => void;
  /** SIGKILL, data kept. */
  kill: () => Promise<void>;
  /** Starts it again on the same data and port. */
  restart: () => Promise<void>;
  close: () => Promise<void>;
};

async function spawnServer(directory: string, port: number): Promise<{ child: ChildProcess; port: number }> {
  const child = spawn(process.execPath, [CLICKHOUSE_SERVER, directory, String(port)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await new Promise<string>((resolve, reject) => {
    child.stdout.once('data', (chunk: Buffer) => resolve(chunk.toString()));
    child.once('exit', (code) => reject(new Error(`the ClickHouse process ended with ${code}`)));
  });
  return { child, port: Number(line.trim()) };
}

/** Starts a server in a temporary folder with the tables of this build. */
export async function startClickHouse(): Promise<TestClickHouse> {
  const directory = await mkdtemp(path.join(os.tmpdir(), 'kurz-test-clickhouse-'));
  let { child, port } = await spawnServer(directory, 0);
  const options = { kind: 'server', url: `http://127.0.0.1:${port}`, database: 'kurz' } as const;
  const clickHouse = openClickHouse(options);
  await migrateClickTables(clickHouse);
  await clickHouse.close();
  const kill = async () => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const exit = once(child, 'exit');
    child.kill('SIGKILL');
    await exit;
  };
  return {
    options,
    get pid() {
      return child.pid ?? 0;
    },
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    kill,
    restart: async () => {
      await kill();
      ({ child, port } = await spawnServer(directory, port));
    },
    close: async () => {
      await kill();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

// Starts the stack for a test as a person would: as a process of its own, on free ports and a folder of its own.

import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@kurz/backends';
import { TESTED_ENV } from '../tested-client';
import { type Environment, type Finished } from './start-standalone';

const ROOT = path.join(__dirname, '..', '..');
const MAIN = path.join(ROOT, 'services', 'stack', 'dist', 'main.js');
const READY_MS = 180_000;

export type StackProcess = {
  linksUrl: string;
  apiUrl: string;
  banner: string;
  /** Only a first start prints one. */
  token: string | undefined;
  dataDirectory: string;
  /** Process ids by the names of the parts, from the present processes.json. */
  processes: () => Record<string, number>;
  /** SIGINT, as Ctrl-C sends it; resolves with how it ended. */
  stop: () => Promise<Finished>;
  /** Stops it if it runs, and starts it again on the same folder and ports. */
  restart: () => Promise<StackProcess>;
  /** Stops it if it runs and removes its folder. */
  close: () => Promise<void>;
};

type Place = { port: number; apiPort: number; dataDirectory: string; host?: string };

/** Runs the stack's program to its end. */
export function spawnStack({ port, apiPort, dataDirectory, host = '127.0.0.1' }: Place) {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('KURZ_'));
  const settings: Environment = {
    KURZ_HOST: host,
    KURZ_PORT: String(port),
    KURZ_API_PORT: String(apiPort),
    KURZ_DATA_DIR: dataDirectory,
    KURZ_RESTART_MS: '200',
    ...TESTED_ENV,
    // Kafka ends before code of the JVM's slower, optimizing compiler pays off
    JDK_JAVA_OPTIONS: '-XX:TieredStopAtLevel=1',
  };
  const child = spawn(process.execPath, [MAIN], {
    env: { ...Object.fromEntries(inherited), ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: Finished = { code: null, stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
  const finished = new Promise<Finished>((resolve) =>
    child.once('close', (code) => resolve({ ...output, code })),
  );
  return { child, output, finished };
}

export async function newPlace(): Promise<Place> {
  const dataDirectory = path.join(mkdtempSync(path.join(os.tmpdir(), 'kurz-stack-')), 'data');
  return { port: await freePort(), apiPort: await freePort(), dataDirectory };
}

/** Resolves when the stack has reported that it is up. */
export async function startStackProcess(place: Place): Promise<StackProcess> {
  const { child, output, finished } = spawnStack(place);
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  for (const end = Date.now() + READY_MS; !/Stop +Ctrl-C/.test(output.stdout); await sleep(50)) {
    if (!hasEnded() && Date.now() < end) continue;
    child.kill('SIGKILL');
    throw new Error(`the stack did not come up: ${JSON.stringify(await finished)}`);
  }
  const stop = () => {
    child.kill('SIGINT');
    return finished;
  };
  const processes = () => {
    const text = readFileSync(path.join(place.dataDirectory, 'processes.json'), 'utf8');
    return Object.fromEntries<number>(
      [...text.matchAll(/"([\w-]+)": (\d+)/g)].map(([, name = '', pid]) => [name, Number(pid)]),
    );
  };
  return {
    linksUrl: `http://localhost:${place.port}`,
    apiUrl: `http://localhost:${place.apiPort}`,
    banner: output.stdout,
    token: /kz_ws_[0-9A-Za-z]+/.exec(output.stdout)?.[0],
    dataDirectory: place.dataDirectory,
    processes,
    stop,
    restart: async () => {
      if (!hasEnded()) await stop();
      return startStackProcess(place);
    },
    close: async () => {
      if (!hasEnded()) await stop();
      rmSync(path.dirname(place.dataDirectory), { recursive: true, force: true });
    },
  };
}

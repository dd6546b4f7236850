// A production service for a test as it is deployed: the built program as a process of its own, its settings in the
// environment, watched over its operations port.

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import type { DatabaseOptions } from '@kurz/database';
import { nodeWithOpenFiles } from './with-open-files';

const ROOT = path.join(__dirname, '..', '..');

export type Ended = { code: number | null; signal: string | null; log: string; ms: number };

export type ServiceProcess = {
  process: ChildProcess;
  /** What it has logged so far. */
  log: () => string;
  hasEnded: () => boolean;
  ended: Promise<Ended>;
  /** Requests a path of the operations port; undefined without an answer. */
  ask: (path: string) => Promise<{ status: number; text: string } | undefined>;
  isReady: () => Promise<boolean>;
  /** SIGTERM; resolves with how it ended. `ms` counts from the signal. */
  stop: () => Promise<Ended>;
  /** Ends it, in whatever state it is. */
  close: () => Promise<void>;
};

export function urlOfPostgres({
  user,
  password,
  database,
  alternatives = [],
  ...first
}: DatabaseOptions): string {
  const servers = [first, ...alternatives].map(({ host, port }) => `${host}:${port}`).join(',');
  return `postgres://${user}:${password}@${servers}/${database}`;
}

/** The test run's environment without its KURZ_ variables, plus `settings`. */
function environmentOf(settings: Record<string, string>): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('KURZ_'));
  return { ...Object.fromEntries(inherited), ...settings };
}

/** `root`: the repository in which it is built. `openFiles`: limit of open files; default: the test run's. */
export function startService(
  service: 'redirector' | 'ingester' | 'api',
  settings: Record<string, string>,
  { root = ROOT, openFiles }: { root?: string; openFiles?: number } = {},
): ServiceProcess {
  const main = path.join(root, 'services', service, 'dist', 'main.js');
  const { command, args } = nodeWithOpenFiles([main], openFiles);
  const child = spawn(command, args, {
    env: environmentOf(settings),
    stdio: ['ignore', 'inherit', 'pipe'],
  });
  let log = '';
  let toldAt = performance.now();
  child.stderr.on('data', (chunk: Buffer) => (log += chunk.toString()));
  const ended = once(child, 'close').then(([code, signal]): Ended => {
    return {
      code: typeof code === 'number' ? code : null,
      signal: typeof signal === 'string' ? signal : null,
      log,
      ms: performance.now() - toldAt,
    };
  });
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const ask = async (question: string) => {
    try {
      const response = await fetch(`http://127.0.0.1:${settings['KURZ_OPS_PORT']}${question}`);
      return { status: response.status, text: await response.text() };
    } catch {
      return undefined;
    }
  };
  const stop = () => {
    toldAt = performance.now();
    child.kill('SIGTERM');
    return ended;
  };
  return {
    process: child,
    log: () => log,
    hasEnded,
    ended,
    ask,
    isReady: async () => (await ask('/readyz'))?.status === 200,
    stop,
    close: async () => {
      if (!hasEnded()) child.kill('SIGKILL');
      await ended;
    },
  };
}

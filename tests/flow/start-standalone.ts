// Starts the embedded product for a test as a person would: the built program as a process of its own, on a free port
// and a data folder in the system's temporary folder.

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '@kurz/backends';
import { copyProductTemplate } from './product-template';
import { nodeWithOpenFiles } from './with-open-files';
import { stopOrphanedPostgres } from '../../services/standalone/src/postgres/orphaned-postgres';

const SERVICES = path.join(__dirname, '..', '..', 'services');

/** The programs that are tested as a process, by what they are. */
const PROGRAMS = {
  product: 'standalone/dist/main.js',
  'admin command': 'standalone/dist/admin-main.js',
  'admin command of the image': 'admin/dist/main.js',
};
const READY_MS = 100_000;

export type Environment = Record<string, string>;

export type Finished = { code: number | null; stdout: string; stderr: string };

export type RunningStandalone = {
  port: number;
  /** `http://localhost:<port>` */
  url: string;
  /** Domain of the shared zone: `localhost:<port>`. */
  zone: string;
  /** The token of the first workspace: in the banner of a first start, or of the copied folder. */
  token: string | undefined;
  /** Standard output until the product was ready. */
  banner: string;
  dataDirectory: string;
  process: ChildProcess;
  /** Ms from the start of the process until it was ready and had printed its banner. */
  startedInMs: number;
  /** SIGTERM; resolves with how it ended. */
  stop: () => Promise<Finished & { ms: number }>;
  /** SIGKILL. */
  kill: () => Promise<void>;
  /** Stops it if it runs, and starts it again on the same data folder; default: on the same port. */
  restart: (options?: { port?: number; environment?: Environment }) => Promise<RunningStandalone>;
  /** Stops it if it runs and removes the data folder. */
  close: () => Promise<void>;
};

export const newDataFolder = () => path.join(mkdtempSync(path.join(os.tmpdir(), 'kurz-flow-')), 'data');

/** The test run's environment without its KURZ_ variables, plus `settings`. */
export function environmentOf(settings: Environment): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(([name]) => !name.startsWith('KURZ_'));
  return { ...Object.fromEntries(inherited), ...settings };
}

/**
 * Starts a built program; `finished` resolves when it has ended. `detached`: in its own process group. `uid`: as
 * another user. `openFiles`: limit of open files.
 */
export function spawnBuilt(
  program: keyof typeof PROGRAMS,
  args: string[],
  settings: Environment,
  { detached = false, uid, openFiles }: { detached?: boolean; uid?: number; openFiles?: number } = {},
) {
  const node = nodeWithOpenFiles([path.join(SERVICES, PROGRAMS[program]), ...args], openFiles);
  const child = spawn(node.command, node.args, {
    env: environmentOf(settings),
    detached,
    uid,
    gid: uid,
  });
  const output: Finished = { code: null, stdout: '', stderr: '' };
  child.stdout.on('data', (chunk: Buffer) => (output.stdout += chunk.toString()));
  child.stderr.on('data', (chunk: Buffer) => (output.stderr += chunk.toString()));
  const finished = once(child, 'close').then(([code]): Finished => {
    output.code = typeof code === 'number' ? code : null;
    return output;
  });
  return { child, output, finished };
}

async function isReady(url: string): Promise<boolean> {
  try {
    return (await fetch(`${url}/readyz`)).ok;
  } catch {
    return false;
  }
}

type StartOptions = {
  port?: number;
  dataDirectory?: string;
  environment?: Environment;
  openFiles?: number;
  /** False: starts on a copy of a folder with an owner who has a password, which is quicker than a first start. */
  isNew?: boolean;
};

/** Starts the product; resolves when it has reported that it is ready. */
export async function startStandalone(options: StartOptions = {}): Promise<RunningStandalone> {
  const port = options.port ?? (await freePort());
  const dataDirectory = options.dataDirectory ?? newDataFolder();
  const copiedToken = options.isNew === false ? await copyProductTemplate(dataDirectory) : undefined;
  const settings = { ...options.environment, KURZ_PORT: String(port), KURZ_DATA_DIR: dataDirectory };
  const began = performance.now();
  const { child, output, finished } = spawnBuilt('product', [], settings, { openFiles: options.openFiles });
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  const url = `http://127.0.0.1:${port}`;
  while (!/Stop +Ctrl-C/.test(output.stdout) || !(await isReady(url))) {
    if (!hasEnded() && performance.now() - began < READY_MS) await sleep(20);
    else {
      child.kill('SIGKILL');
      throw new Error(`the product did not become ready: ${JSON.stringify(await finished)}`);
    }
  }
  const startedInMs = performance.now() - began;

  const kill = async () => {
    child.kill('SIGKILL');
    await finished;
  };
  const stop = async () => {
    const before = performance.now();
    child.kill('SIGTERM');
    return { ...(await finished), ms: performance.now() - before };
  };
  const stopIfRunning = async () => {
    if (!hasEnded()) await stop();
  };
  return {
    port,
    url: `http://localhost:${port}`,
    zone: `localhost:${port}`,
    token: copiedToken ?? /kz_ws_[0-9A-Za-z]+/.exec(output.stdout)?.[0],
    banner: output.stdout,
    dataDirectory,
    process: child,
    startedInMs,
    stop,
    kill,
    restart: async (next = {}) => {
      await stopIfRunning();
      return startStandalone({ port, dataDirectory, ...next });
    },
    close: async () => {
      await stopIfRunning();
      await removeDataFolder(dataDirectory);
    },
  };
}

/** Removes a data folder, ending the PostgreSQL that a killed product has left in it. */
export async function removeDataFolder(dataDirectory: string): Promise<void> {
  await stopOrphanedPostgres(path.join(dataDirectory, 'postgres'));
  rmSync(path.dirname(dataDirectory), { recursive: true, force: true });
}

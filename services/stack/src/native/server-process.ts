// A store's server as a child process that can be frozen, thawed and killed. On Linux it dies with the process that
// started it, so that an interrupted test run leaves no server behind.

import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';

const LAST_WORDS_CHARS = 4_000;
const POLL_MS = 25;

export type ServerProcess = {
  pid: number;
  /** Sends SIGSTOP: the server keeps its connections and answers nothing. */
  freeze: () => void;
  thaw: () => void;
  /** Sends SIGKILL. Resolves when the process has ended. */
  kill: () => Promise<void>;
  /** Sends SIGTERM, and SIGKILL after `killAfterMs`. Resolves when the process has ended. */
  stop: (killAfterMs: number) => Promise<void>;
  /** Resolves when the process has ended, for any reason. */
  ended: Promise<void>;
};

export type ServerCommand = {
  program: string;
  args: string[];
  /** Polled during the start with all output so far. True once the server serves. */
  isReady: (words: string) => boolean | Promise<boolean>;
  /** Longest wait until the server is ready, ms. */
  startMs: number;
  /** The server's whole environment; default: the environment of this process. */
  environment?: NodeJS.ProcessEnv;
  /** Default: the working directory of this process. */
  workingDirectory?: string;
  /** Runs the server in a process group of its own, which Ctrl-C in the terminal does not reach. */
  isDetached?: boolean;
  /** Receives all output of the server. */
  onWords?: (text: string) => void;
};

let dyingPrefix: string[] | undefined;

/** The command prefix that makes the server die with this process; empty where the machine has none. */
function prefixOf(): string[] {
  if (dyingPrefix) return dyingPrefix;
  const prefix = ['setpriv', '--pdeathsig', 'KILL'];
  const canDie =
    process.platform === 'linux' && spawnSync(prefix[0] ?? '', [...prefix.slice(1), 'true']).status === 0;
  return (dyingPrefix = canDie ? prefix : []);
}

/** Resolves when the server serves. Throws with its last output when it ends before that or exceeds `startMs`. */
async function untilReady(
  child: ChildProcess,
  command: ServerCommand,
  { words, ended }: { words: () => string; ended: Promise<void> },
): Promise<void> {
  const lastWords = () => words().slice(-LAST_WORDS_CHARS);
  for (const end = Date.now() + command.startMs; Date.now() < end; await sleep(POLL_MS)) {
    if (child.exitCode !== null || child.signalCode !== null) {
      // the last output may arrive after the exit
      await ended;
      throw new Error(`${command.program} ended while starting: ${lastWords()}`);
    }
    if (await command.isReady(words())) return;
  }
  child.kill('SIGKILL');
  throw new Error(`${command.program} was not ready after ${command.startMs / 1000} s: ${lastWords()}`);
}

/** Starts the server and waits until it serves. Throws, naming the program, when it is not installed. */
export async function startServerProcess(command: ServerCommand): Promise<ServerProcess> {
  const [program = '', ...args] = [...prefixOf(), command.program, ...command.args];
  const child = spawn(program, args, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: command.environment,
    cwd: command.workingDirectory,
    detached: command.isDetached,
  });
  let words = '';
  let isServing = false;
  const listen = (chunk: Buffer) => {
    const text = chunk.toString();
    if (!isServing) words += text;
    command.onWords?.(text);
  };
  child.stdout.on('data', listen);
  child.stderr.on('data', listen);
  child.on('error', (error) => (words += error.message));
  const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
  if (child.pid === undefined) {
    await once(child, 'error').catch(() => undefined);
    throw new Error(`${command.program} cannot be started: ${words}`);
  }
  await untilReady(child, command, { words: () => words, ended });
  isServing = true;
  return {
    pid: child.pid,
    freeze: () => void child.kill('SIGSTOP'),
    thaw: () => void child.kill('SIGCONT'),
    kill: async () => {
      child.kill('SIGKILL');
      await ended;
    },
    stop: async (killAfterMs) => {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), killAfterMs);
      await ended;
      clearTimeout(timer);
    },
    ended,
  };
}

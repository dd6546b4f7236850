// A server that outlived its Kurz (kill -9) still holds the data folder. It is stopped before a new one starts.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const FAST_MS = 3_000;
const IMMEDIATE_MS = 3_000;

export type OrphanOutcome =
  | { kind: 'none' }
  | { kind: 'stopped' }
  /** Its process id belongs to another process now. */
  | { kind: 'id_reused'; pid: number };

/** The process as `ps` shows it; undefined when it is gone or a zombie. */
function commandOf(pid: number): string | undefined {
  const { stdout } = spawnSync('ps', ['-o', 'stat=,command=', '-p', String(pid)], { encoding: 'utf8' });
  const line = (stdout ?? '').trim();
  return line === '' || line.startsWith('Z') ? undefined : line;
}

async function isGoneWithin(pid: number, ms: number): Promise<boolean> {
  for (const end = Date.now() + ms; Date.now() < end; await sleep(20)) {
    if (commandOf(pid) === undefined) return true;
  }
  return false;
}

/** False when the process has ended since it was last seen. */
function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
    throw error;
  }
}

/** Undefined when the system does not tell: without /proc, or for another user's process in a container. */
function worksIn(pid: number, directory: string): boolean | undefined {
  try {
    const [its, own] = [statSync(`/proc/${pid}/cwd`), statSync(directory)];
    return its.dev === own.dev && its.ino === own.ino;
  } catch {
    return undefined;
  }
}

/** Whether the process is the server of this folder, and neither another server nor the server of a copied folder. */
function isServerOf(
  directory: string,
  { command, pid, port }: { command: string; pid: number; port: string },
) {
  if (!command.includes('postgres')) return false;
  // a server's working directory is its folder, even when that was renamed; without that knowledge its port tells
  return worksIn(pid, directory) ?? command.includes(`port=${port}`);
}

/** Stops the server of `directory`'s postmaster.pid, if it still runs, by a fast, then an immediate shutdown. */
export async function stopOrphanedPostgres(directory: string): Promise<OrphanOutcome> {
  const pidFile = path.join(directory, 'postmaster.pid');
  if (!existsSync(pidFile)) return { kind: 'none' };
  const [first, , , port = ''] = readFileSync(pidFile, 'utf8').split('\n');
  const pid = Number(first);
  const command = Number.isInteger(pid) && pid > 1 ? commandOf(pid) : undefined;
  if (command === undefined) return { kind: 'none' };
  if (!isServerOf(directory, { command, pid, port })) return { kind: 'id_reused', pid };
  if (!signal(pid, 'SIGINT') || (await isGoneWithin(pid, FAST_MS))) return { kind: 'stopped' };
  if (!signal(pid, 'SIGQUIT') || (await isGoneWithin(pid, IMMEDIATE_MS))) return { kind: 'stopped' };
  throw new Error(`PostgreSQL (process ${pid}) still holds ${directory} and does not stop.`);
}

// A server that outlived its Kurz (kill -9) still holds the data folder. It is stopped before a new one starts.

import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const FAST_MS = 3_000;
const IMMEDIATE_MS = 3_000;

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

/** False: the process has ended since it was last seen. */
function signal(pid: number, name: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, name);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false;
    throw error;
  }
}

/** Stops the server whose postmaster.pid lies in `directory`, if it still runs: fast, then immediate. */
export async function stopOrphanedPostgres(directory: string): Promise<boolean> {
  const pidFile = path.join(directory, 'postmaster.pid');
  if (!existsSync(pidFile)) return false;
  const pid = Number(readFileSync(pidFile, 'utf8').split('\n')[0]);
  if (!Number.isInteger(pid) || pid <= 1 || !commandOf(pid)?.includes('postgres')) return false;
  if (!signal(pid, 'SIGINT') || (await isGoneWithin(pid, FAST_MS))) return true;
  if (!signal(pid, 'SIGQUIT') || (await isGoneWithin(pid, IMMEDIATE_MS))) return true;
  throw new Error(`PostgreSQL (process ${pid}) still holds ${directory} and does not stop.`);
}

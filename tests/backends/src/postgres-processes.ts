// Signals all processes of a PostgreSQL server. Each is a process group of its own, so all must be frozen or killed.

import { spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { signalProcess } from './signal-process';

const POLL_MS = 10;

/** The processes that `postmaster` has started, zombies left out. */
function childrenOf(postmaster: number): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid=,stat='], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent, state]) => Number(parent) === postmaster && !state?.startsWith('Z'))
    .map(([pid]) => Number(pid));
}

/** Sends `name` to all processes of the server. The postmaster is signalled first, so that it starts no new ones. */
export function signalPostgres(postmaster: number, name: NodeJS.Signals): number[] {
  signalProcess(postmaster, name === 'SIGKILL' ? 'SIGSTOP' : name);
  const all = [...childrenOf(postmaster), postmaster];
  for (const pid of all) signalProcess(pid, name);
  return all;
}

/** The processes that still run. Zombies do not: they have ended, but their parent has not waited for them yet. */
function runningOf(pids: number[]): number[] {
  const { stdout } = spawnSync('ps', ['-o', 'pid=,stat=', '-p', pids.join(',')], { encoding: 'utf8' });
  return stdout
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([pid, state]) => pid && !state?.startsWith('Z'))
    .map(([pid]) => Number(pid));
}

/** Resolves when none of the processes is left: their shared memory would keep the next server from starting. */
export async function untilGone(pids: number[]): Promise<void> {
  while (runningOf(pids).length > 0) await sleep(POLL_MS);
}

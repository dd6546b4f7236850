// The processes that a redirector's primary has started, from the system's own list.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** `command`: with its arguments. */
export async function workersOf(primary: number): Promise<{ pid: number; command: string }[]> {
  const { stdout } = await promisify(execFile)('ps', ['-e', '-ww', '-o', 'pid=,ppid=,command=']);
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent, program]) => Number(parent) === primary && program?.includes('node'))
    .map(([pid, , ...command]) => ({ pid: Number(pid), command: command.join(' ') }));
}

export const pidsOfWorkers = async (primary: number) => (await workersOf(primary)).map(({ pid }) => pid);

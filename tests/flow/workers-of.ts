// The processes that a redirector's primary has started, from the system's own list.

import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

export async function pidsOfWorkers(primary: number): Promise<number[]> {
  const { stdout } = await promisify(execFile)('ps', ['-e', '-o', 'pid=,ppid=,command=']);
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([, parent, command]) => Number(parent) === primary && command?.includes('node'))
    .map(([pid]) => Number(pid));
}

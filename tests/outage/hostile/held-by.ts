// What processes hold of the system, as the system says; only Linux tells it so.

import { readdir, readFile } from 'node:fs/promises';

const KIB = 1024;

export const isHeldKnown = process.platform === 'linux';

const sumOf = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0);

export async function descriptorsHeldBy(pids: readonly number[]): Promise<number> {
  return sumOf(await Promise.all(pids.map(async (pid) => (await readdir(`/proc/${pid}/fd`)).length)));
}

export async function memoryHeldBy(pids: readonly number[]): Promise<number> {
  const one = async (pid: number) =>
    Number(/^VmRSS:\s+(\d+) kB$/m.exec(await readFile(`/proc/${pid}/status`, 'utf8'))?.[1]) * KIB;
  return sumOf(await Promise.all(pids.map(one)));
}

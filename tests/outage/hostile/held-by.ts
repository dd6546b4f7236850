// The system resources that processes hold, from Linux's /proc.

import { readdir, readFile, readlink } from 'node:fs/promises';

const KIB = 1024;

export const isHeldKnown = process.platform === 'linux';

const sumOf = (numbers: number[]) => numbers.reduce((sum, number) => sum + number, 0);

/** The number of socket descriptors. Other descriptors do not count: ClickHouse opens and closes files all the time. */
export async function socketsHeldBy(pids: readonly number[]): Promise<number> {
  const one = async (pid: number) => {
    const descriptors = await readdir(`/proc/${pid}/fd`);
    // a descriptor that was closed in between does not count
    const targets = await Promise.all(
      descriptors.map((descriptor) => readlink(`/proc/${pid}/fd/${descriptor}`).catch(() => '')),
    );
    return targets.filter((target) => target.startsWith('socket:')).length;
  };
  return sumOf(await Promise.all(pids.map(one)));
}

async function memoryOf(pid: number, field: 'VmRSS' | 'VmHWM'): Promise<number> {
  const text = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(text)?.[1]) * KIB;
}

export async function memoryHeldBy(pids: readonly number[]): Promise<number> {
  return sumOf(await Promise.all(pids.map((pid) => memoryOf(pid, 'VmRSS'))));
}

/** The most memory that a process has ever held. */
export const peakMemoryOf = (pid: number): Promise<number> => memoryOf(pid, 'VmHWM');

// A small disk that a test can fill up: a tmpfs in the mount namespace of a holder process, reached through /proc. The
// disk goes away when the holder ends, and the holder ends when this process does.

import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';

export type SmallDisk = {
  /** A path to the disk for any process of this account. */
  folder: string;
  fill: () => void;
  makeRoom: () => void;
  close: () => Promise<void>;
};

const UNSHARE = ['--mount', 'sh', '-c'];

/** Undefined when small disks can be made here; else why not. */
export function whyNoSmallDisk(): string | undefined {
  if (process.getuid?.() !== 0) return 'only root may mount a small disk';
  const tried = spawnSync('unshare', [...UNSHARE, 'mount -t tmpfs -o size=64k none /tmp']);
  return tried.status === 0 ? undefined : 'this machine lets nobody mount a small disk';
}

/** `directory` is an empty folder in which only the holder itself sees the disk. */
export async function openSmallDisk(directory: string, bytes: number): Promise<SmallDisk> {
  const script = `mount -t tmpfs -o size=${bytes} none "$0" && echo mounted && exec cat`;
  const { pid, close } = await startHolder('unshare', [...UNSHARE, script, directory]);
  const folder = `/proc/${pid}/root${directory}`;
  return { folder, ...roomOf(folder), close };
}

/** The same for programs that resolve real paths: every process sees the disk in `directory`. */
export async function mountSmallDisk(directory: string, bytes: number): Promise<SmallDisk> {
  const script = `mount -t tmpfs -o size=${bytes} none "$0" && echo mounted && cat; umount -l "$0"`;
  const { close } = await startHolder('sh', ['-c', script, directory]);
  return { folder: directory, ...roomOf(directory), close };
}

/** The holder ends when its input closes, at the latest when this process ends. */
async function startHolder(program: string, args: string[]) {
  const holder = spawn(program, args, { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(holder, 'exit');
  await Promise.race([
    once(holder.stdout, 'data'),
    ended.then(() => {
      throw new Error('the small disk was not mounted');
    }),
  ]);
  return {
    pid: holder.pid,
    close: async () => {
      holder.stdin.end();
      await ended;
    },
  };
}

function roomOf(folder: string): Pick<SmallDisk, 'fill' | 'makeRoom'> {
  const filler = path.join(folder, 'filler');
  return {
    fill: () => {
      const file = openSync(filler, 'a');
      try {
        for (const size of [64 * 1024, 4096, 1]) writeUntilFull(file, Buffer.alloc(size));
      } finally {
        closeSync(file);
      }
    },
    makeRoom: () => rmSync(filler, { force: true }),
  };
}

function writeUntilFull(file: number, chunk: Buffer): void {
  try {
    while (writeSync(file, chunk) > 0);
  } catch (error) {
    const isFull = typeof error === 'object' && error !== null && 'code' in error && error.code === 'ENOSPC';
    if (!isFull) throw error;
  }
}

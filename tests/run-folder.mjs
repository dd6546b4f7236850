// The folder of a test run, which holds all files of its stores and programs. On Linux it is in memory where there is room:
// a disk's file system takes a tenth of all CPU time of the tests to make and remove their files.

import { chmodSync, mkdtempSync, readdirSync, renameSync, rmSync, statfsSync, statSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';

const IN_MEMORY = '/dev/shm';
/** More than twice what a run of all tests was seen to hold. */
const ROOM_BYTES = 6 * 1024 ** 3;
const NAME = /^kurz-tests-(\d+)-/;
const REMOVED = { recursive: true, force: true, maxRetries: 3 };

function hasRoom() {
  try {
    const { bavail, bsize } = statfsSync(IN_MEMORY);
    return Math.min(bavail * bsize, os.freemem()) > ROOM_BYTES;
  } catch {
    // no such folder outside of Linux
    return false;
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code !== 'ESRCH';
  }
}

/** Whether this run alone removes it, under its new name. */
function takes(folder, removed) {
  if (statSync(folder, { throwIfNoEntry: false })?.uid !== process.getuid()) return false;
  try {
    renameSync(folder, removed);
    return true;
  } catch (error) {
    if (error.code === 'ENOENT') return false;
    throw error;
  }
}

/** What runs of this user that were killed have left there. */
function removeLeftBehind(parent) {
  for (const name of readdirSync(parent)) {
    const [, pid] = NAME.exec(name) ?? [];
    if (pid === undefined || isRunning(Number(pid))) continue;
    const removed = path.join(parent, `kurz-tests-${process.pid}-removed-${pid}`);
    if (takes(path.join(parent, name), removed)) rmSync(removed, REMOVED);
  }
}

/** Where this process and those that it starts put their temporary files from now on. */
export function openRunFolder() {
  const parent = hasRoom() ? IN_MEMORY : os.tmpdir();
  removeLeftBehind(parent);
  const folder = mkdtempSync(path.join(parent, `kurz-tests-${process.pid}-`));
  // PostgreSQL runs as another account where tests run as root
  chmodSync(folder, 0o711);
  process.env.TMPDIR = folder;
  const close = () => rmSync(folder, REMOVED);
  for (const signal of ['SIGINT', 'SIGTERM'])
    process.once(signal, () => {
      close();
      process.kill(process.pid, signal);
    });
  return { folder, close };
}

// The folder of a test run, for all files of its stores and programs. On Linux it is in memory when there is room: on a
// disk, making and removing these files takes a tenth of the CPU time of all tests.

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

/** Renames the folder to `removed`. Returns whether this run alone now removes it. */
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

/** Makes the folder in which this process and its children now put their temporary files. */
export function openRunFolder() {
  const parent = hasRoom() ? IN_MEMORY : os.tmpdir();
  removeLeftBehind(parent);
  const folder = mkdtempSync(path.join(parent, `kurz-tests-${process.pid}-`));
  // when tests run as root, PostgreSQL runs as another account
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

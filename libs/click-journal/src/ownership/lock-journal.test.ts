// Where a lock's socket is, and the lock of a journal that its last holder has removed, as after a drain.

import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { lockJournal } from './lock-journal';

let root: string;
beforeEach(() => (root = mkdtempSync(path.join(os.tmpdir(), 'kurz-locks-'))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

const PATHS = [
  { length: 'short', name: 'journal' },
  { length: 'long', name: 'j'.repeat(100) },
];

const isLinux = process.platform === 'linux';
const why = isLinux ? '' : ' (only Linux shortens a path by an open directory)';

// other processes may have a /tmp of their own: containers that share the volume, services with a private /tmp
(isLinux ? it.each(PATHS) : it.skip.each(PATHS))(
  `lies in the journal, is held by one, and leaves nothing, where the path is $length${why}`,
  async ({ name }) => {
    const directory = path.join(root, name);
    mkdirSync(directory);
    for (let taken = 0; taken < 2; taken++) {
      const lock = await lockJournal(directory);
      if (lock.kind !== 'locked') throw new Error('nobody else holds it');
      expect(readdirSync(directory)).toEqual(['lock']);
      expect((await lockJournal(directory)).kind).toBe('held');
      lock.release();
      expect(readdirSync(directory)).toEqual([]);
    }
  },
);

it.each(PATHS)(
  'is not had of a journal that is removed while it is taken, where the path is $length',
  async ({ name }) => {
    const directory = path.join(root, name);
    mkdirSync(directory);
    const before = await lockJournal(directory);
    if (before.kind !== 'locked') throw new Error('nobody else holds it');
    // it has found the journal, and then waits
    const taking = lockJournal(directory);
    renameSync(directory, path.join(root, '.removed'));
    before.release();
    expect((await taking).kind).toBe('gone');
  },
);

// A lock whose journal its last holder has removed, as one that drains it does.

import { mkdirSync, mkdtempSync, renameSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { lockJournal } from './lock-journal';

let root: string;
beforeEach(() => (root = mkdtempSync(path.join(os.tmpdir(), 'kurz-locks-'))));
afterEach(() => rmSync(root, { recursive: true, force: true }));

it.each([
  { where: 'in the journal', name: 'journal' },
  { where: 'in /tmp', name: 'j'.repeat(100) },
])('is not had of a journal that is removed while it is taken, where it lies $where', async ({ name }) => {
  const directory = path.join(root, name);
  mkdirSync(directory);
  const before = await lockJournal(directory);
  if (before.kind !== 'locked') throw new Error('nobody else holds it');
  // it has looked for the journal, and then stands still
  const taking = lockJournal(directory);
  renameSync(directory, path.join(root, '.removed'));
  before.release();
  expect((await taking).kind).toBe('gone');
});

// The journals that a root holds: its folders, named by their id.

import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { hasErrorCode } from '@kurz/process';

export type FoundJournal = { id: string; directory: string };

/** Sorted by name; empty when the root does not exist. Does not check who holds them. */
export async function findJournals(root: string): Promise<FoundJournal[]> {
  const entries = await readdir(root, { withFileTypes: true }).catch((error: unknown) => {
    if (hasErrorCode(error, 'ENOENT')) return [];
    throw error;
  });
  return entries
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && entry.name !== 'lost+found')
    .map(({ name }) => ({ id: name, directory: path.join(root, name) }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

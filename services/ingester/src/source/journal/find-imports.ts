// Looks for journals of imports: numbered folders. One that is still being written has another name until it is whole.

import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { hasErrorCode } from '@kurz/process';

/** Partitions below belong to redirectors. */
const FIRST_IMPORT = 1000;
/** PostgreSQL's integer. */
const LAST_IMPORT = 2 ** 31 - 1;

export type FoundImport = { partition: number; directory: string };

/** By number; none when the folder is missing. */
export async function findImports(importsDirectory: string): Promise<FoundImport[]> {
  const names = await readdir(importsDirectory).catch((error: unknown) => {
    if (hasErrorCode(error, 'ENOENT')) return [];
    throw error;
  });
  return names
    .filter((name) => /^[1-9]\d{3,9}$/.test(name))
    .map((name) => ({ partition: Number(name), directory: path.join(importsDirectory, name) }))
    .filter(({ partition }) => partition >= FIRST_IMPORT && partition <= LAST_IMPORT)
    .sort((a, b) => a.partition - b.partition);
}

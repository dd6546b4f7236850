// Reads files that may leave the disk at any moment.

import { readFileSync } from 'node:fs';

/** Each byte as a character; empty for a file that is not there. */
export function textIfThere(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return '';
  }
}

// Reads files that may be deleted at any moment.

import { readFileSync } from 'node:fs';

/** The file with each byte as a character; '' when it does not exist. */
export function textIfThere(file: string): string {
  try {
    return readFileSync(file, 'latin1');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
    return '';
  }
}

// Who makes a file or directory hands the directory it stands in, so that a power cut does not take the name.

import fs from 'node:fs';

/** @throws when the disk refuses. */
export function syncDirectory(path: string): void {
  const fd = fs.openSync(path, 'r');
  try {
    fs.fsyncSync(fd);
  } finally {
    fs.closeSync(fd);
  }
}

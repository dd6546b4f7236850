// Syncs a directory after a file or directory was made in it, so that a power cut does not lose the name.

import fs from 'node:fs';
import { open } from 'node:fs/promises';

/** @throws when the disk refuses. */
export function syncDirectory(path: string): void {
  const fd = fs.openSync(path, 'r');
  try {
    fs.fsyncSync(fd);
  } finally {
    fs.closeSync(fd);
  }
}

/** The same without blocking the event loop. */
export async function syncDirectoryAside(path: string): Promise<void> {
  const handle = await open(path, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

// Replaces a small file so that after a crash or a power cut either the old content is there or the new one.

import { open, rename } from 'node:fs/promises';
import path from 'node:path';

async function sync(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** One caller per file at a time. */
export async function replaceFile(file: string, content: string): Promise<void> {
  const temporary = `${file}.tmp`;
  const handle = await open(temporary, 'w', 0o600);
  try {
    await handle.writeFile(content);
    await handle.sync();
  } finally {
    await handle.close();
  }
  await rename(temporary, file);
  await sync(path.dirname(file));
}

// Writes an export to a file. Its name is there when all of it is on the disk: what fails or is killed leaves
// FILE.part, which the next try writes anew.

import { open, rename, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';

export type WrittenExport = { kind: 'written'; bytes: number } | { kind: 'exists' };

/** Readable by the owner of the process alone. Throws what the texts throw. */
export async function writeExport(file: string, texts: AsyncIterable<string>): Promise<WrittenExport> {
  if (existsSync(file)) return { kind: 'exists' };
  const part = `${file}.part`;
  await rm(part, { force: true });
  const handle = await open(part, 'wx', 0o600);
  let bytes = 0;
  try {
    for await (const text of texts) bytes += (await handle.write(text)).bytesWritten;
    await handle.sync();
  } catch (error) {
    await handle.close();
    await rm(part, { force: true });
    throw error;
  }
  await handle.close();
  await rename(part, file);
  return { kind: 'written', bytes };
}

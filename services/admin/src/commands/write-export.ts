// Writes an export to a file, or to a stream. The file gets its name when all of it is on the disk. Until then it is
// FILE.<random>.part, so two writers of one file have a part each. A killed command leaves its part behind.

import { open, rename, rm } from 'node:fs/promises';
import { existsSync } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { randomBase62 } from '@kurz/process';

export type WrittenExport = { kind: 'written'; bytes: number } | { kind: 'exists' };

/** The file is readable by the process's user only. Throws what `texts` throws. */
export async function writeExport(file: string, texts: AsyncIterable<string>): Promise<WrittenExport> {
  if (existsSync(file)) return { kind: 'exists' };
  const part = `${file}.${randomBase62(6)}.part`;
  const handle = await open(part, 'wx', 0o600);
  let bytes = 0;
  try {
    for await (const text of texts) {
      const content = Buffer.from(text);
      // appendFile writes everything or throws: a single write on a full disk may write less without an error
      await handle.appendFile(content);
      bytes += content.length;
    }
    await handle.sync();
  } catch (error) {
    await handle.close();
    await rm(part, { force: true });
    throw error;
  }
  await handle.close();
  if (existsSync(file)) {
    await rm(part, { force: true });
    return { kind: 'exists' };
  }
  await rename(part, file);
  return { kind: 'written', bytes };
}

/** Resolves with the number of bytes. Leaves the stream open. Throws what `texts` or the stream throws. */
export async function printExport(
  output: NodeJS.WritableStream,
  texts: AsyncIterable<string>,
): Promise<number> {
  let bytes = 0;
  async function* counted(from: AsyncIterable<string>) {
    for await (const text of from) {
      bytes += Buffer.byteLength(text);
      yield text;
    }
  }
  await pipeline(texts, counted, output, { end: false });
  return bytes;
}

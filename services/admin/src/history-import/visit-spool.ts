// The visits that a running import has read so far: one line each, in a file on this machine. Its length is committed
// in PostgreSQL with the import's cursor. Lines that a kill left beyond that length are cut off.

import { createReadStream } from 'node:fs';
import { mkdir, open, readdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { decodeVisit, encodeVisit, type Visit } from '@kurz/click-event';
import { linesOf } from '../visits-import/log-lines';

const ENDING = '.visits';

export type VisitSpool = {
  bytes: () => number;
  write: (visits: readonly Visit[]) => Promise<void>;
  /** Truncates the file to an earlier length. */
  cutTo: (bytes: number) => Promise<void>;
  sync: () => Promise<void>;
  close: () => Promise<void>;
};

const spoolFile = (importsFolder: string, importId: string) =>
  path.join(importsFolder, `${importId}${ENDING}`);

/** Undefined when the file is shorter than `bytes`, as on another machine. */
export async function openVisitSpool(
  importsFolder: string,
  importId: string,
  bytes: number,
): Promise<VisitSpool | undefined> {
  await mkdir(importsFolder, { recursive: true, mode: 0o700 });
  const handle = await open(spoolFile(importsFolder, importId), 'a+', 0o600);
  if ((await handle.stat()).size < bytes) {
    await handle.close();
    return undefined;
  }
  await handle.truncate(bytes);
  let end = bytes;
  return {
    bytes: () => end,
    write: async (visits) => {
      if (visits.length === 0) return;
      const lines = Buffer.from(visits.map((visit) => `${encodeVisit(visit)}\n`).join(''), 'latin1');
      await handle.appendFile(lines);
      end += lines.length;
    },
    cutTo: async (length) => {
      await handle.truncate(length);
      end = length;
    },
    sync: () => handle.datasync(),
    close: () => handle.close(),
  };
}

/** The visits in the first `bytes` of an import's file. */
export async function* spooledVisits(
  importsFolder: string,
  importId: string,
  bytes: number,
): AsyncGenerator<Visit> {
  if (bytes === 0) return;
  const content = createReadStream(spoolFile(importsFolder, importId), { end: bytes - 1 });
  for await (const line of linesOf(content)) {
    const decoded = decodeVisit(line?.toString('latin1') ?? '');
    if (decoded.kind === 'malformed')
      throw new Error(`the file of the import's visits is damaged: ${decoded.reason}`);
    yield decoded.visit;
  }
}

export const removeSpool = (importsFolder: string, importId: string): Promise<void> =>
  rm(spoolFile(importsFolder, importId), { force: true });

/** The imports that have a file in the folder. */
export async function spooledImports(importsFolder: string): Promise<string[]> {
  await mkdir(importsFolder, { recursive: true, mode: 0o700 });
  const names = await readdir(importsFolder);
  return names.filter((name) => name.endsWith(ENDING)).map((name) => name.slice(0, -ENDING.length));
}

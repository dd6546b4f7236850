// The journal of one import: a stream partition of its own, which the ingester reads like the redirector's. It is
// written as `<id>.new`. Once PostgreSQL holds the import's row it is renamed to `<id>`, and only then read.

import { existsSync, readdirSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { encodeVisit, type Visit } from '@kurz/click-event';
import { openJournalReader, openJournalWriter } from '@kurz/click-journal';
import type { Db } from '@kurz/database';
import { makeMetrics, type Log } from '@kurz/process';

const GROWING = '.new';
const CHECK_LINES = 50_000;

export type ImportJournal = {
  /** Writes visits; resolves when they are written. */
  write: (visits: Visit[]) => Promise<void>;
  /** Syncs, closes and checks that every visit can be read back. Resolves with the position after the last. */
  finish: () => Promise<number>;
};

const growingFolder = (importsFolder: string, id: number) => path.join(importsFolder, `${id}${GROWING}`);

export async function openImportJournal(importsFolder: string, id: number, log: Log): Promise<ImportJournal> {
  const directory = growingFolder(importsFolder, id);
  const writer = await openJournalWriter(
    { directory, maxBytes: Number.MAX_SAFE_INTEGER, fsyncIntervalMs: 60_000 },
    { log, metrics: makeMetrics() },
  );
  let written = 0;
  const checkAll = async () => {
    const reader = openJournalReader({ directory });
    try {
      let position = await reader.begin();
      let found = 0;
      for (;;) {
        const batch = await reader.read(position, { maxLines: CHECK_LINES });
        if (batch.to === position) break;
        found += batch.lines.length;
        position = batch.to;
      }
      if (found !== written)
        throw new Error(`the import's journal holds ${found} of ${written} visits: is the disk full?`);
      return position;
    } finally {
      await reader.close();
    }
  };
  return {
    write: async (visits) => {
      await Promise.all(
        visits.map((visit) => new Promise<void>((done) => writer.append(encodeVisit(visit), done))),
      );
      written += visits.length;
    },
    finish: async () => {
      await writer.close();
      return checkAll();
    },
  };
}

/**
 * Makes a committed import visible to counting. Its folder is named by `prefix` and its number, which is also the
 * journal's id when it is shipped.
 */
export function publishImport(importsFolder: string, id: number, prefix = ''): void {
  const growing = growingFolder(importsFolder, id);
  if (existsSync(growing)) renameSync(growing, path.join(importsFolder, `${prefix}${id}`));
}

/** Numbers of the journals that are not published. */
function growingIds(importsFolder: string): number[] {
  if (!existsSync(importsFolder)) return [];
  return readdirSync(importsFolder)
    .filter((name) => name.endsWith(GROWING))
    .map((name) => Number(name.slice(0, -GROWING.length)));
}

/** Publishes the journals that a crash left between commit and rename. */
export async function publishCommittedImports(db: Db, importsFolder: string, prefix = ''): Promise<void> {
  const ids = growingIds(importsFolder);
  if (ids.length === 0) return;
  const rows = await db.selectFrom('visit_imports').select('id').where('id', 'in', ids).execute();
  for (const { id } of rows) publishImport(importsFolder, id, prefix);
}

/** Removes the journals that a crash left before the commit. Only while no other import runs. */
export async function removeAbandonedImports(db: Db, importsFolder: string, prefix = ''): Promise<void> {
  await publishCommittedImports(db, importsFolder, prefix);
  for (const id of growingIds(importsFolder))
    rmSync(growingFolder(importsFolder, id), { recursive: true, force: true });
}

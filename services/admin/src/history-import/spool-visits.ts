// Reads the visits of an import's links from the source, link by link in the order of their ids. The cursor is
// committed only behind complete links, so that a killed import resumes there.

import { SourceChanged, visitOfMoved, type HistorySource, type RunningImport } from '@kurz/api';
import type { Visit } from '@kurz/click-event';
import type { Db } from '@kurz/database';
import {
  findHistoryItems,
  ITEMS_AT_ONCE,
  moveHistoryCursor,
  readHistoryCursor,
  type HistoryItem,
} from './history-cursor';
import { openVisitSpool, type VisitSpool } from './visit-spool';

type VisitsByLink = Extract<HistorySource, { kind: 'visits' }>;

const BYTES_AT_ONCE = 4 * 1024 * 1024;
/** How often a link is read whose visits change meanwhile. */
const ATTEMPTS = 5;

/** Opens the spool at the committed length. Starts from the beginning when the file is not on this machine. */
async function resume(db: Db, importsFolder: string, importId: string) {
  const progress = await readHistoryCursor(db, importId);
  const spool = await openVisitSpool(importsFolder, importId, progress.bytes);
  if (spool) return { spool, progress };
  const begin = { cursor: '', bytes: 0 };
  if (!(await moveHistoryCursor(db, importId, progress, begin))) return undefined;
  const empty = await openVisitSpool(importsFolder, importId, 0);
  return empty && { spool: empty, progress: begin };
}

type Deps = { db: Db; importsFolder: string; now: () => number };

/** Throws SourceFault. */
async function spoolLink(
  spool: VisitSpool,
  history: VisitsByLink,
  { item, running, now }: { item: HistoryItem; running: RunningImport; now: number },
): Promise<void> {
  const link = { linkId: item.linkId, workspaceId: running.workspaceId };
  const begin = spool.bytes();
  for (let attempt = 1; ; attempt++) {
    try {
      for await (const page of history.of(item.key, running.startedAt)) {
        const visits = page.map((moved) => visitOfMoved(moved, link, now));
        await spool.write(visits.filter((visit): visit is Visit => visit !== undefined));
      }
      return;
    } catch (error) {
      if (!(error instanceof SourceChanged) || attempt === ATTEMPTS) throw error;
      await spool.cutTo(begin);
    }
  }
}

/** Resolves with the spool's length; undefined when another process has gone on with the import. Throws SourceFault. */
export async function spoolVisits(
  { db, importsFolder, now }: Deps,
  history: VisitsByLink,
  running: RunningImport,
): Promise<number | undefined> {
  const resumed = await resume(db, importsFolder, running.id);
  if (!resumed) return undefined;
  const { spool } = resumed;
  let { progress } = resumed;
  const move = async (cursor: string): Promise<boolean> => {
    await spool.sync();
    const after = { cursor, bytes: spool.bytes() };
    if (!(await moveHistoryCursor(db, running.id, progress, after))) return false;
    progress = after;
    return true;
  };
  try {
    for (;;) {
      const items = await findHistoryItems(db, running.id, progress.cursor);
      for (const item of items) {
        await spoolLink(spool, history, { item, running, now: now() });
        const isLarge = spool.bytes() - progress.bytes >= BYTES_AT_ONCE;
        if ((isLarge || item === items.at(-1)) && !(await move(item.linkId))) return undefined;
      }
      if (items.length < ITEMS_AT_ONCE) return progress.bytes;
    }
  } finally {
    await spool.close();
  }
}

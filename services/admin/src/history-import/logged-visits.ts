// Reads the visits of an import's links from a log of all links.

import { visitOfMoved, type HistorySource, type RunningImport } from '@kurz/api';
import type { Visit } from '@kurz/click-event';
import type { Db } from '@kurz/database';

/** Link ids by the source's keys. */
async function linksByKey(db: Db, importId: string): Promise<ReadonlyMap<string, string>> {
  const rows = await db
    .selectFrom('import_items')
    .select(['history_key as key', 'link_id as linkId'])
    .where('import_id', '=', importId)
    .where('history_key', 'is not', null)
    .execute();
  return new Map(rows.map(({ key, linkId }) => [key ?? '', linkId]));
}

/** Throws SourceFault. */
export async function* loggedVisits(
  { db, now }: { db: Db; now: number },
  history: Extract<HistorySource, { kind: 'log' }>,
  { id, workspaceId }: RunningImport,
): AsyncGenerator<Visit> {
  const links = await linksByKey(db, id);
  for await (const moved of history.all()) {
    const linkId = links.get(moved.key);
    const visit = linkId === undefined ? undefined : visitOfMoved(moved, { linkId, workspaceId }, now);
    if (visit) yield visit;
  }
}

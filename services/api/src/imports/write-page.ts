// Makes the new links of a page, in the transaction that moves the import's cursor past it.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import type { AuditActor } from '../audit/audit-event';
import { auditNewLinks, insertLinks, type CarriedLink } from '../links/insert-links';
import type { HistorySource, ImportedLink } from './import-source';
import type { EvaluatedPage, NewItem } from './evaluate-page';
import { stageDays } from './staged-days';
import { unpackDays } from './pack-days';

type Made = { id: string; version: number; item: NewItem; source: ImportedLink };

const carriedOf = ({ createdAt }: NewItem, { isEnabled, history }: ImportedLink): CarriedLink => ({
  createdAt,
  isEnabled,
  preTracking: history.kind === 'total' ? history.count : 0,
});

/** Resolves with the ids of the tags that were created. */
async function assignTags(
  transaction: Db,
  { workspaceId, workspaceTags }: { workspaceId: string; workspaceTags: EvaluatedPage['workspaceTags'] },
  made: readonly Made[],
): Promise<string[]> {
  const tagged = made
    .map(({ id, item }) => ({ linkId: id, names: item.link.labels?.tags ?? [] }))
    .filter(({ names }) => names.length > 0);
  if (!workspaceTags || tagged.length === 0) return [];
  const keys = [...new Set(tagged.flatMap(({ names }) => names.map(({ key }) => key)))];
  const find = () =>
    transaction
      .selectFrom('tags')
      .select('id')
      .where('workspace_id', '=', workspaceId)
      .where('name_key', 'in', keys)
      .execute();
  const before = new Set((await find()).map(({ id }) => id));
  await workspaceTags.assign(tagged);
  return (await find()).map(({ id }) => id).filter((id) => !before.has(id));
}

export async function writePage(
  transaction: Db,
  {
    importId,
    workspaceId,
    by,
    historyKeyOf,
  }: { importId: string; workspaceId: string; by: AuditActor; historyKeyOf: HistorySource['keyOf'] },
  links: readonly ImportedLink[],
  { items, workspaceTags }: EvaluatedPage,
): Promise<void> {
  const wanted = items.flatMap((item, index) => {
    const source = links[index];
    return item.outcome === 'new' && source ? [{ item, source }] : [];
  });
  if (wanted.length === 0) return;
  const inserted = await insertLinks(
    transaction,
    wanted.map(({ item, source }) => ({ ...item.link, carried: carriedOf(item, source) })),
  );
  const rows = inserted.flatMap((one) => one?.row ?? []);
  const made = wanted.map(({ item, source }, index): Made => {
    const row = inserted[index]?.row;
    if (!row) throw new Error('a slug was taken by somebody who does not hold its lock');
    return { id: row.id, version: row.version, item, source };
  });
  const tagIds = await assignTags(transaction, { workspaceId, workspaceTags }, made);
  await auditNewLinks(transaction, rows, { workspaceId, by });
  await transaction
    .insertInto('import_items')
    .values(
      made.map(({ id, version, source }) => ({
        import_id: importId,
        link_id: id,
        version,
        history_key: historyKeyOf(source) ?? null,
      })),
    )
    .execute();
  const linkDays = made.flatMap(({ id, source: { days } }) =>
    days ? [{ linkId: id, ...unpackDays(days) }] : [],
  );
  await stageDays(transaction, importId, linkDays);
  if (tagIds.length > 0)
    await sql`UPDATE imports SET tag_ids = tag_ids || ${tagIds}::text[] WHERE id = ${importId}`.execute(
      transaction,
    );
}

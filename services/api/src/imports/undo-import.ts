// Undoes an import: removes the links that it made and nobody has changed since, and its tags that no link has. A
// restricted link stays, because no owner can delete it. A killed undo goes on when it is asked for again.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import { changesOfNew, type AuditActor } from '../audit/audit-event';
import { writeAuditEvents } from '../audit/write-audit-events';
import { deleteLinkRows } from '../links/delete-link-rows';
import { deletionOf } from '../links/link-audit-event';
import { lockKeys } from '../outbox/lock-keys';
import { lockTags } from '../tags/lock-tags';
import { NO_FINGERPRINT } from './import-source';
import { findLinksWithDays, forgetDays } from './staged-days';

/** `kept`: links that were changed since, or are restricted. */
export type UndoOutcome = { kind: 'undone'; removed: number; kept: number } | { kind: 'no_such_import' };

const PAGE = 500;

type Item = { id: string; zone_id: string; slug: string; zone_domain: string };

const findItems = (db: Db, importId: string, after: string) =>
  sql<{ link_id: string }>`
  SELECT link_id FROM import_items WHERE import_id = ${importId} AND link_id > ${after}
  ORDER BY link_id LIMIT ${PAGE}`.execute(db);

const findRemovable = (db: Db, importId: string, ids: readonly string[]) =>
  sql<Item>`
  SELECT links.id, links.zone_id, links.slug, zones.domain AS zone_domain
  FROM import_items AS item
  JOIN links ON links.id = item.link_id AND links.version = item.version
  JOIN zones ON zones.id = links.zone_id
  WHERE item.import_id = ${importId} AND item.link_id = ANY(${ids}::text[]) AND NOT links.is_restricted`.execute(
    db,
  );

/** A kept link keeps its item: a link once changed stays changed. */
async function removePage(
  db: Db,
  job: { id: string; workspaceId: string; by: AuditActor },
  ids: readonly string[],
) {
  await db.transaction().execute(async (transaction) => {
    const found = await findRemovable(transaction, job.id, ids);
    await lockKeys(
      transaction,
      found.rows.map(({ zone_id: zoneId, slug }) => ({ zoneId, slug })),
    );
    const { rows } = await findRemovable(transaction, job.id, ids);
    const locked = new Set(found.rows.map(({ id, slug }) => `${id}/${slug}`));
    const removed = rows.filter(({ id, slug }) => locked.has(`${id}/${slug}`));
    if (removed.length === 0) return;
    await deleteLinkRows(transaction, removed);
    const events = removed.map((row) => deletionOf(row, job.workspaceId));
    await writeAuditEvents(transaction, job.by, events);
    await transaction
      .deleteFrom('import_items')
      .where('import_id', '=', job.id)
      .where(
        'link_id',
        'in',
        removed.map(({ id }) => id),
      )
      .execute();
  });
}

type Job = { id: string; workspaceId: string; source: string; counts: Readonly<Record<string, number>> };

/** Ends the running import, or goes on with the undo. */
async function beginUndo(db: Db, id: string): Promise<(Job & { isUndone: boolean }) | undefined> {
  const begun = await sql<{ isUndone: boolean } & Job>`
    UPDATE imports SET state = CASE state WHEN 'undone' THEN state ELSE 'undoing' END WHERE id = ${id}
    RETURNING id, workspace_id AS "workspaceId", source, counts, state = 'undone' AS "isUndone"`.execute(db);
  return begun.rows[0];
}

/** Counts over all runs of the undo. A link that somebody has deleted is neither removed nor kept. */
async function countUndone(db: Db, { id, counts }: Pick<Job, 'id' | 'counts'>) {
  const { rows } = await sql<{ left: number; kept: number }>`
    SELECT count(*)::int AS left, count(links.id)::int AS kept
    FROM import_items AS item LEFT JOIN links ON links.id = item.link_id WHERE item.import_id = ${id}`.execute(
    db,
  );
  const [{ left, kept } = { left: 0, kept: 0 }] = rows;
  return { removed: (counts['new'] ?? 0) - left, kept };
}

/** Forgets the days that were not moved. */
async function forgetAllDays(db: Db, importId: string, beforePage?: () => Promise<void>): Promise<void> {
  for (;;) {
    await beforePage?.();
    const ids = await findLinksWithDays(db, importId, '');
    if (ids.length === 0) return;
    await db.transaction().execute((transaction) => forgetDays(transaction, { importId, ids }));
  }
}

/** Ends the undo once, however many processes run it at a time. */
async function endUndo(db: Db, job: Job, by: AuditActor): Promise<void> {
  const { id, workspaceId, source } = job;
  await db.transaction().execute(async (transaction) => {
    await lockTags(transaction, workspaceId);
    const ended = await transaction
      .updateTable('imports')
      .set({ state: 'undone', ended_at: new Date(), fingerprint: NO_FINGERPRINT })
      .where('id', '=', id)
      .where('state', '=', 'undoing')
      .returning('tag_ids')
      .executeTakeFirst();
    if (!ended) return;
    await sql`
      DELETE FROM tags WHERE workspace_id = ${workspaceId} AND id = ANY(${ended.tag_ids}::text[])
        AND NOT EXISTS (SELECT FROM link_tags WHERE link_tags.tag_id = tags.id)`.execute(transaction);
    const { removed } = await countUndone(transaction, job);
    await writeAuditEvents(transaction, by, [
      {
        action: 'import.undone',
        subjectId: id,
        subjectName: source,
        workspaceId,
        changes: changesOfNew({ links: removed }),
      },
    ]);
  });
}

/** `beforePage`: an error from it ends the run; a later run goes on. */
export async function undoImport(
  db: Db,
  id: string,
  by: AuditActor,
  beforePage?: () => Promise<void>,
): Promise<UndoOutcome> {
  const job = await beginUndo(db, id);
  if (!job) return { kind: 'no_such_import' };
  for (let after: string | undefined = job.isUndone ? undefined : ''; after !== undefined;) {
    await beforePage?.();
    const { rows } = await findItems(db, id, after);
    const ids = rows.map(({ link_id: linkId }) => linkId);
    if (ids.length > 0) await removePage(db, { ...job, by }, ids);
    after = ids.at(-1);
  }
  if (!job.isUndone) await forgetAllDays(db, id, beforePage);
  await endUndo(db, job, by);
  return { kind: 'undone', ...(await countUndone(db, job)) };
}

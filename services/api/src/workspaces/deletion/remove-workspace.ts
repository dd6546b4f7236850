// Removes what an ended workspace has left, in transactions of bounded size: links as in every deletion (a change for
// the link cache, an erasure of the counts), stored answers, what imports made, the audit log, domains, and then the
// row itself. It may be killed at any moment, and run again even by two processes at once: it does what is left.

import type { Db } from '@kurz/database';
import { hasErrorCode } from '@kurz/process';
import { sql } from 'kysely';
import { FOREIGN_KEY_VIOLATION } from '../../errors/sql-states';
import { ANSWERS_AT_ONCE } from '../../idempotency/stored-answers';
import { deleteLinkRows } from '../../links/delete-link-rows';
import { lockKeys } from '../../outbox/lock-keys';

type Found = { id: string; zoneId: string; slug: string; createdAt: Date };

/** The most keys that one transaction locks. */
const LINKS_AT_ONCE = 200;
const ROWS_AT_ONCE = 1_000;

const below = (last: Found | undefined) =>
  last
    ? sql`AND created_at <= ${last.createdAt} AND (created_at < ${last.createdAt} OR id > ${last.id})`
    : sql``;

/** Deletes the links that are still where they were found, under their keys' locks. The others are found again. */
async function removeLinkPage(
  transaction: Db,
  workspaceId: string,
  last: Found | undefined,
): Promise<{ last: Found | undefined; removed: number }> {
  const { rows: links } = await sql<Found>`
    SELECT id, zone_id AS "zoneId", slug, created_at AS "createdAt" FROM links
    WHERE workspace_id = ${workspaceId} ${below(last)}
    ORDER BY created_at DESC, id LIMIT ${LINKS_AT_ONCE}`.execute(transaction);
  if (links.length === 0) return { last: undefined, removed: 0 };
  await lockKeys(transaction, links);
  return { last: links.at(-1), removed: await deleteLinkRows(transaction, links) };
}

async function removeLinks(db: Db, workspaceId: string, onPage: () => Promise<unknown>): Promise<number> {
  let removed = 0;
  for (let last: Found | undefined; ;) {
    const from = last;
    const page = await db
      .transaction()
      .execute((transaction) => removeLinkPage(transaction, workspaceId, from));
    removed += page.removed;
    if (page.removed > 0) await onPage();
    // concurrently renamed links lie behind the cursor: begins again until a first page is empty
    if (!page.last && !from) return removed;
    last = page.last;
  }
}

/** Runs a statement that removes a limited number of rows until it removes none. */
async function untilNone(
  run: () => Promise<{ numAffectedRows?: bigint }>,
  onPage: () => Promise<unknown>,
): Promise<void> {
  while ((await run()).numAffectedRows) await onPage();
}

async function removeAnswers(db: Db, workspaceId: string, onPage: () => Promise<unknown>): Promise<void> {
  const remove = sql`
    DELETE FROM idempotent_answers WHERE ctid = ANY(ARRAY(
      SELECT ctid FROM idempotent_answers WHERE workspace_id = ${workspaceId} LIMIT ${ANSWERS_AT_ONCE}))`;
  await untilNone(() => remove.execute(db), onPage);
}

async function removeImportItems(db: Db, workspaceId: string, onPage: () => Promise<unknown>): Promise<void> {
  const remove = sql`
    DELETE FROM import_items WHERE ctid = ANY(ARRAY(
      SELECT made.ctid FROM import_items AS made JOIN imports ON imports.id = made.import_id
      WHERE imports.workspace_id = ${workspaceId} LIMIT ${ROWS_AT_ONCE}))`;
  await untilNone(() => remove.execute(db), onPage);
}

/** Waits for a batch under way. Reopens erasures, so that rows of batches cut off now or earlier are erased. */
async function removeDayPage(transaction: Db, workspaceId: string): Promise<{ numAffectedRows?: bigint }> {
  await sql`SELECT FROM imports WHERE workspace_id = ${workspaceId} ORDER BY id FOR UPDATE`.execute(
    transaction,
  );
  const { rows } = await sql`
    WITH removed AS (
      DELETE FROM import_days WHERE ctid = ANY(ARRAY(
        SELECT told.ctid FROM import_days AS told JOIN imports ON imports.id = told.import_id
        WHERE imports.workspace_id = ${workspaceId} LIMIT ${ROWS_AT_ONCE}))
      RETURNING link_id
    ), reopened AS (
      UPDATE erasures SET closed_at = NULL, passed_by = NULL, cleared_shards = '{}'
      WHERE link_id IN (SELECT link_id FROM removed)
    )
    SELECT FROM removed`.execute(transaction);
  return { numAffectedRows: BigInt(rows.length) };
}

const removeDays = (db: Db, workspaceId: string, onPage: () => Promise<unknown>): Promise<void> =>
  untilNone(() => db.transaction().execute((transaction) => removeDayPage(transaction, workspaceId)), onPage);

/** Keeps the operator's events, without what they say of the workspace. */
async function removeAuditEvents(db: Db, workspaceId: string, onPage: () => Promise<unknown>): Promise<void> {
  const remove = sql`
    DELETE FROM audit_events WHERE id IN (
      SELECT id FROM audit_events WHERE workspace_id = ${workspaceId} AND actor_kind <> 'operator'
      LIMIT ${ROWS_AT_ONCE})`;
  await untilNone(() => remove.execute(db), onPage);
  const strip = sql`
    UPDATE audit_events SET subject_name = NULL, changes = '{}', workspace_id = NULL WHERE id IN (
      SELECT id FROM audit_events WHERE workspace_id = ${workspaceId} LIMIT ${ROWS_AT_ONCE})`;
  await untilNone(() => strip.execute(db), onPage);
}

/** Returns false when something was added meanwhile, which has to go first. */
async function removeRow(db: Db, workspaceId: string): Promise<boolean> {
  try {
    await db.transaction().execute(async (transaction) => {
      await sql`
        DELETE FROM visit_imports USING zones
        WHERE zones.id = visit_imports.zone_id AND zones.workspace_id = ${workspaceId}`.execute(transaction);
      await transaction.deleteFrom('zones').where('workspace_id', '=', workspaceId).execute();
      await transaction.deleteFrom('link_counts').where('workspace_id', '=', workspaceId).execute();
      await sql`
        DELETE FROM tag_counts USING tags
        WHERE tags.id = tag_counts.tag_id AND tags.workspace_id = ${workspaceId}`.execute(transaction);
      await transaction.deleteFrom('workspaces').where('id', '=', workspaceId).execute();
    });
    return true;
  } catch (error) {
    if (hasErrorCode(error, FOREIGN_KEY_VIOLATION)) return false;
    throw error;
  }
}

/** Resolves with the number of deleted links. `onPage`: called after each transaction. */
export async function removeWorkspace(
  db: Db,
  workspaceId: string,
  onPage: () => Promise<unknown>,
): Promise<number> {
  for (let links = 0; ;) {
    links += await removeLinks(db, workspaceId, onPage);
    await removeAnswers(db, workspaceId, onPage);
    await removeImportItems(db, workspaceId, onPage);
    await removeDays(db, workspaceId, onPage);
    await removeAuditEvents(db, workspaceId, onPage);
    if (await removeRow(db, workspaceId)) return links;
  }
}

// Renames or deletes a tag for all of its links. Renaming to another tag's name is a merge, which needs `mayMerge`.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import type { AuditActor, AuditEvent } from '../audit/audit-event';
import { writeAuditEvents } from '../audit/write-audit-events';
import { refuse, type Refusal } from '../errors/refusal';
import { findCountedTag, type CountedTag } from './find-tags';
import { lockTags } from './lock-tags';
import type { TagName } from './tag-name';

export type RenamedTag = { kind: 'renamed'; tag: CountedTag };
/** `key`: the present key of the tag. `to`: its new name. */
export type TagRenaming = { key: string; to: TagName; mayMerge: boolean };

const findTag = (transaction: Db, workspaceId: string, key: string) =>
  transaction
    .selectFrom('tags')
    .select(['id', 'name'])
    .where('workspace_id', '=', workspaceId)
    .where('name_key', '=', key)
    .executeTakeFirst();

/** As many links as a statement has time for. One transaction changes all, so that nobody sees only some changed. */
const LINKS_AT_ONCE = 5_000;

/** The links of a tag, a page at a time, in the order in which other writers lock several links. */
async function* linksOfTag(transaction: Db, tagId: string): AsyncGenerator<string[]> {
  await sql`
    DECLARE links_of_tag NO SCROLL CURSOR FOR
    SELECT link_id FROM link_tags WHERE tag_id = ${sql.lit(tagId)} ORDER BY link_id`.execute(transaction);
  for (;;) {
    const { rows } = await sql<{ link_id: string }>`
      FETCH ${sql.lit(LINKS_AT_ONCE)} FROM links_of_tag`.execute(transaction);
    if (rows.length === 0) break;
    yield rows.map(({ link_id: linkId }) => linkId);
  }
  await sql`CLOSE links_of_tag`.execute(transaction);
}

/** Changes the tag of rows of link_tags and no other column, so no row of `links` is locked. */
async function moveLinks(transaction: Db, from: string, to: string): Promise<void> {
  for await (const ids of linksOfTag(transaction, from))
    await sql`
      UPDATE link_tags AS moved SET tag_id = ${to}
      WHERE tag_id = ${from} AND link_id = ANY(${ids}::text[])
        AND NOT EXISTS (SELECT FROM link_tags AS has WHERE has.link_id = moved.link_id AND has.tag_id = ${to})`.execute(
      transaction,
    );
}

/** Removes the tag, and takes it from the links that it still has. */
async function removeTag(transaction: Db, tagId: string): Promise<void> {
  for await (const ids of linksOfTag(transaction, tagId))
    await sql`
      DELETE FROM link_tags WHERE tag_id = ${tagId} AND link_id = ANY(${ids}::text[])`.execute(transaction);
  await transaction.deleteFrom('tags').where('id', '=', tagId).execute();
}

export function renameTag(
  db: Db,
  workspaceId: string,
  { key, to, mayMerge }: TagRenaming,
  by: AuditActor,
): Promise<RenamedTag | Refusal> {
  return db.transaction().execute(async (transaction): Promise<RenamedTag | Refusal> => {
    await lockTags(transaction, workspaceId);
    const tag = await findTag(transaction, workspaceId, key);
    if (!tag) return refuse('TAG_NOT_FOUND');
    const other = to.key === key ? undefined : await findTag(transaction, workspaceId, to.key);
    if (other && !mayMerge) return refuse('TAG_EXISTS');
    const name = other?.name ?? to.name;
    if (other) {
      await moveLinks(transaction, tag.id, other.id);
      await removeTag(transaction, tag.id);
    } else {
      const change = { name, name_key: to.key };
      await transaction.updateTable('tags').set(change).where('id', '=', tag.id).execute();
    }
    const event: AuditEvent = {
      action: other ? 'tag.merged' : 'tag.renamed',
      workspaceId,
      subjectId: tag.id,
      subjectName: tag.name,
      changes: { name: { old: tag.name, new: name } },
    };
    if (other || name !== tag.name) await writeAuditEvents(transaction, by, [event]);
    const renamed = await findCountedTag(transaction, other?.id ?? tag.id);
    if (!renamed) throw new Error('a tag went while its lock was held');
    return { kind: 'renamed', tag: renamed };
  });
}

export type DeletedTag = { kind: 'deleted'; name: string };

/** Takes the tag from all of its links. */
export function deleteTag(
  db: Db,
  workspaceId: string,
  key: string,
  by: AuditActor,
): Promise<DeletedTag | Refusal> {
  return db.transaction().execute(async (transaction): Promise<DeletedTag | Refusal> => {
    await lockTags(transaction, workspaceId);
    const tag = await findTag(transaction, workspaceId, key);
    if (!tag) return refuse('TAG_NOT_FOUND');
    await removeTag(transaction, tag.id);
    const { id: subjectId, name } = tag;
    await writeAuditEvents(transaction, by, [
      { action: 'tag.deleted', workspaceId, subjectId, subjectName: name },
    ]);
    return { kind: 'deleted', name };
  });
}

// The tags of a workspace for a transaction that assigns tags to links: tags are created by use, 500 at most. Holds the
// lock of the tags, so that none is created, renamed or deleted meanwhile.

import type { Db } from '@kurz/database';
import { makeId } from '@kurz/process';
import { sql } from 'kysely';
import { lockTags } from './lock-tags';
import { MAX_TAGS_OF_WORKSPACE, type TagName } from './tag-name';

type Tag = TagName & { id: string; isNew: boolean };

export type TagsOfLink = { linkId: string; names: readonly TagName[] };

export type WorkspaceTags = {
  /**
   * Adds the tags that the workspace does not have yet. Returns false, and adds nothing, when it would have too many.
   * Nothing is written before `assign`.
   */
  add: (names: readonly TagName[]) => boolean;
  /** The names as the workspace spells them, in the order in which links show them. */
  spelled: (names: readonly TagName[]) => string[];
  /** Gives each link these tags and no others. All names must have been added. */
  assign: (links: readonly TagsOfLink[]) => Promise<void>;
};

const byKey = (a: TagName, b: TagName) => Buffer.compare(Buffer.from(a.key), Buffer.from(b.key));

async function readTags(transaction: Db, workspaceId: string): Promise<Tag[]> {
  const rows = await transaction
    .selectFrom('tags')
    .select(['id', 'name', 'name_key'])
    .where('workspace_id', '=', workspaceId)
    .execute();
  return rows.map(({ id, name, name_key: key }) => ({ id, name, key, isNew: false }));
}

export async function loadWorkspaceTags(transaction: Db, workspaceId: string): Promise<WorkspaceTags> {
  await lockTags(transaction, workspaceId);
  const tags = new Map((await readTags(transaction, workspaceId)).map((tag) => [tag.key, tag]));

  const tagOf = ({ key }: TagName): Tag => {
    const tag = tags.get(key);
    if (!tag) throw new Error('a tag was not added');
    return tag;
  };

  const write = async (used: readonly Tag[]) => {
    const fresh = [...new Set(used)].filter(({ isNew }) => isNew);
    if (fresh.length === 0) return;
    await transaction
      .insertInto('tags')
      .values(fresh.map(({ id, name, key }) => ({ id, workspace_id: workspaceId, name, name_key: key })))
      .execute();
    for (const tag of fresh) tag.isNew = false;
  };

  return {
    add: (names) => {
      const missing = names.filter(({ key }) => !tags.has(key));
      if (tags.size + missing.length > MAX_TAGS_OF_WORKSPACE) return false;
      for (const { name, key } of missing) tags.set(key, { id: makeId('tag'), name, key, isNew: true });
      return true;
    },
    spelled: (names) =>
      names
        .map(tagOf)
        .sort(byKey)
        .map(({ name }) => name),
    assign: async (links) => {
      const pairs = links.flatMap(({ linkId, names }) => names.map((name) => ({ linkId, tag: tagOf(name) })));
      await write(pairs.map(({ tag }) => tag));
      const asked = sql`unnest(${pairs.map(({ linkId }) => linkId)}::text[], ${pairs.map(({ tag }) => tag.id)}::text[])
        AS asked (link_id, tag_id)`;
      await sql`
        DELETE FROM link_tags
        WHERE link_id = ANY(${links.map(({ linkId }) => linkId)}::text[])
          AND (link_id, tag_id) NOT IN (SELECT link_id, tag_id FROM ${asked})`.execute(transaction);
      await sql`
        INSERT INTO link_tags (link_id, tag_id, created_at, is_archived, title, pre_tracking, hits)
        SELECT links.id, asked.tag_id, created_at, is_archived, title, pre_tracking, pre_tracking
        FROM ${asked} JOIN links ON links.id = asked.link_id
        ON CONFLICT (link_id, tag_id) DO NOTHING`.execute(transaction);
    },
  };
}

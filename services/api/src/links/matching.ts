// The condition of a list's filters on `links`, for the count and for the page.

import { sql, type RawBuilder, type SqlBool } from 'kysely';

/** The tags beside the campaign; null: the links that have none. */
export type TagFilter = Partial<Record<'source' | 'medium' | 'term' | 'content', string | null>>;

export type LinkFilter = {
  workspaceId: string;
  q?: string;
  campaign?: string;
  zoneDomain?: string;
  tags?: TagFilter;
};

/** The text as a LIKE pattern that means nothing but itself. */
export function likePatternOf(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** Reports cut tags, so that a tag as a report shows it may be the beginning of one. */
const SHOWN_LENGTH = 1_000;

function matchingTags(tags: TagFilter): RawBuilder<SqlBool>[] {
  return Object.entries(tags).map(([tag, value]) => {
    const column = sql.ref(`links.utm_${tag}`);
    return value === null
      ? sql<SqlBool>`${column} IS NULL`
      : sql<SqlBool>`left(${column}, ${SHOWN_LENGTH}::int) = ${value}`;
  });
}

export function matching({ workspaceId, q, campaign, zoneDomain, tags }: LinkFilter): RawBuilder<SqlBool> {
  const conditions = [sql<SqlBool>`links.workspace_id = ${workspaceId}`];
  if (q !== undefined) conditions.push(sql`links.search LIKE link_search_text(${likePatternOf(q)})`);
  // the hash is what the index holds
  if (campaign !== undefined) {
    conditions.push(sql`md5(links.utm_campaign) = md5(${campaign}) AND links.utm_campaign = ${campaign}`);
  }
  if (zoneDomain !== undefined) {
    // a workspace may claim a domain that is shared by now
    conditions.push(sql`links.zone_id = (
      SELECT id FROM zones
      WHERE domain = ${zoneDomain} AND (workspace_id IS NULL OR workspace_id = ${workspaceId})
      ORDER BY is_proven DESC LIMIT 1)`);
  }
  if (tags) conditions.push(...matchingTags(tags));
  return sql.join(conditions, sql` AND `);
}

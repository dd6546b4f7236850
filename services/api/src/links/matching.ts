// The condition of a list's filters on `links`, for the count and for the page.

import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { copiesOrderingOf, NEWEST_FIRST, orderingOf, type ListOrder } from './list-order';

/** The UTM tags beside the campaign. Null: the links without that tag. */
export type TagFilter = Partial<Record<'source' | 'medium' | 'term' | 'content', string | null>>;

export type ListFilters = {
  /** Tags by the keys of their names. */
  tagged?: { keys: readonly string[]; match: 'any' | 'all' };
  /** Undefined: only links that are not archived. */
  archived?: 'true' | 'all';
  state?: 'active' | 'paused' | 'scheduled' | 'expired' | 'restricted' | 'unsafe';
  createdFrom?: Date;
  createdBefore?: Date;
};

export type LinkFilter = Omit<ListFilters, 'tagged'> & {
  /** `needed`: how many of the tags a link has to have. */
  tagged?: { ids: readonly string[]; needed: number };

  workspaceId: string;
  q?: string;
  campaign?: string;
  zoneDomain?: string;
  tags?: TagFilter;
};

/** A LIKE pattern for texts that contain `text` literally. */
export function likePatternOf(text: string): string {
  return `%${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** Reports cut tags to this length, so a tag from a report may be only the beginning of a link's tag. */
const SHOWN_LENGTH = 1_000;

function matchingTags(tags: TagFilter): RawBuilder<SqlBool>[] {
  return Object.entries(tags).map(([tag, value]) => {
    const column = sql.ref(`links.utm_${tag}`);
    return value === null
      ? sql<SqlBool>`${column} IS NULL`
      : sql<SqlBool>`left(${column}, ${SHOWN_LENGTH}::int) = ${value}`;
  });
}

const IN_STATE: Readonly<Record<NonNullable<ListFilters['state']>, RawBuilder<SqlBool>>> = {
  active: sql`links.is_enabled AND NOT links.is_restricted AND NOT links.is_unsafe
    AND (links.starts_at IS NULL OR links.starts_at <= now())
    AND (links.expires_at IS NULL OR links.expires_at > now())`,
  paused: sql`NOT links.is_enabled`,
  scheduled: sql`links.starts_at > now()`,
  expired: sql`links.expires_at <= now()`,
  restricted: sql`links.is_restricted`,
  unsafe: sql`links.is_unsafe`,
};

/** The conditions on the columns that `link_tags` copies from a link. */
function matchingCopies({ archived, createdFrom, createdBefore }: LinkFilter): RawBuilder<SqlBool>[] {
  return [
    sql<SqlBool>`true`,
    ...(archived === 'all'
      ? []
      : [archived ? sql<SqlBool>`links.is_archived` : sql<SqlBool>`NOT links.is_archived`]),
    ...(createdFrom ? [sql<SqlBool>`links.created_at >= ${createdFrom}`] : []),
    ...(createdBefore ? [sql<SqlBool>`links.created_at < ${createdBefore}`] : []),
  ];
}

/** The condition on `links`, or on `link_tags` in its place. */
export const ofCopies = (filter: LinkFilter): RawBuilder<SqlBool> =>
  sql.join(matchingCopies(filter), sql` AND `);

/** Whether tags, archive and days of creation are all that the filter names, so that `link_tags` alone answers it. */
const isOfCopies = ({ q, campaign, zoneDomain, tags, state }: LinkFilter): boolean =>
  [q, campaign, zoneDomain, tags, state].every((value) => value === undefined);

/** The tag of a filter of one tag and, at most, archive and days of creation. Its page is read along an index. */
export const onlyTagOf = (filter: LinkFilter): string | undefined =>
  isOfCopies(filter) && filter.tagged?.ids.length === 1 ? filter.tagged.ids[0] : undefined;

/** The tags of a filter that names several tags and nothing else but archive. */
export const severalTagsOf = (filter: LinkFilter): LinkFilter['tagged'] =>
  isOfCopies(filter) && !filter.createdFrom && !filter.createdBefore && (filter.tagged?.ids.length ?? 0) > 1
    ? filter.tagged
    : undefined;

/** Whether the filter names nothing but archive, and so all links of the workspace. */
export const isOfAll = (filter: LinkFilter): boolean =>
  isOfCopies(filter) && !filter.tagged && !filter.createdFrom && !filter.createdBefore;

export type MatchedLinks = {
  /** The source for a FROM; names the links `links`. */
  source: RawBuilder<unknown>;
  condition: RawBuilder<SqlBool>;
  /** What a link is compared by in the order. */
  key: RawBuilder<unknown>;
};

/** The links of tags, from `link_tags`. Each further column rules out an index that could be read alone. */
function ofTags({ ids, needed }: NonNullable<LinkFilter['tagged']>, sorted?: 'hits' | 'title') {
  const columns = sql`link_id, created_at, is_archived${sorted === 'title' ? sql`, title` : sql``}`;
  // one row of a link may have older hits than its row of another tag: the link is then in counted_links
  const hits = sorted === 'hits' ? (ids.length === 1 ? sql`, hits` : sql`, max(hits) AS hits`) : sql``;
  const rows =
    ids.length === 1
      ? sql`tag_id = ${ids[0]}`
      : sql`tag_id = ANY(${ids}::text[]) GROUP BY ${columns} HAVING count(*) >= ${needed}::int`;
  return sql`(SELECT ${columns}${hits}, link_id AS id FROM link_tags WHERE ${rows})`;
}

/** The links of tags are read from an index of `link_tags` when the filter allows it. */
export function matchedLinks(filter: LinkFilter, order: ListOrder = NEWEST_FIRST): MatchedLinks {
  const { tagged } = filter;
  if (tagged && isOfCopies(filter)) {
    const { key, column } = copiesOrderingOf(order);
    return { source: sql`${ofTags(tagged, column)} AS links`, condition: ofCopies(filter), key };
  }
  const { key, joined } = orderingOf(order);
  const links = tagged ? sql`${ofTags(tagged)} AS tagged JOIN links ON links.id = tagged.id` : sql`links`;
  return { source: sql`${links} ${joined}`, condition: matching(filter), key };
}

export function matching(filter: LinkFilter): RawBuilder<SqlBool> {
  const { workspaceId, q, campaign, zoneDomain, tags, state } = filter;
  const conditions = [sql<SqlBool>`links.workspace_id = ${workspaceId}`, ...matchingCopies(filter)];
  if (state) conditions.push(IN_STATE[state]);
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

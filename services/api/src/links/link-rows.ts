// The query that every reader of links starts from, and the row it gives.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import type { LinkConditions, RuleObject, VariantObject } from './rules/rule-object';

/** One link with its domain and its count, under the column names of PostgreSQL. */
export type LinkRow = {
  id: string;
  zone_id: string;
  slug: string;
  url: string;
  title: string;
  zone_domain: string;
  hits: number;
  is_enabled: boolean;
  is_restricted: boolean;
  is_unsafe: boolean;
  utm_source: string | null;
  utm_medium: string | null;
  utm_campaign: string | null;
  utm_term: string | null;
  utm_content: string | null;
  starts_at: Date | null;
  expires_at: Date | null;
  expired_url: string | null;
  rules: RuleObject[] | null;
  split: VariantObject[] | null;
  forwards_query: boolean;
  has_password: boolean;
  /** Empty when the link has no note. */
  note: string;
  external_id: string | null;
  is_archived: boolean;
  /** Ordered by name. Null when the link has no tags. */
  tags: string[] | null;
  /** The version of the link's own fields, without its count. No two links ever have the same version. */
  version: number;
  created_at: Date;
  updated_at: Date;
};

export const conditionsOfRow = (row: LinkRow): LinkConditions => ({
  rules: row.rules,
  split: row.split,
  forwardQuery: row.forwards_query,
});

/** The names of the tags of the current row of `links`. */
export const TAGS_OF_LINK = `(
  SELECT array_agg(tags.name ORDER BY tags.name_key)
  FROM link_tags JOIN tags ON tags.id = link_tags.tag_id WHERE link_tags.link_id = links.id)`;

/** All links; the caller adds the workspace and its other conditions. */
export function linkRows(db: Db) {
  return db
    .selectFrom('links')
    .innerJoin('zones', 'zones.id', 'links.zone_id')
    .leftJoin('link_hits', 'link_hits.link_id', 'links.id')
    .select((column) => [
      'links.id',
      'links.zone_id',
      'links.slug',
      'links.url',
      'links.title',
      'zones.domain as zone_domain',
      column(column.fn.coalesce('link_hits.hits', column.val(0)), '+', column.ref('links.pre_tracking')).as(
        'hits',
      ),
      'links.is_enabled',
      'links.is_restricted',
      'links.is_unsafe',
      'links.utm_source',
      'links.utm_medium',
      'links.utm_campaign',
      'links.utm_term',
      'links.utm_content',
      'links.starts_at',
      'links.expires_at',
      'links.expired_url',
      sql<RuleObject[] | null>`links.rules`.as('rules'),
      sql<VariantObject[] | null>`links.split`.as('split'),
      'links.forwards_query',
      sql<boolean>`links.password_hash IS NOT NULL`.as('has_password'),
      'links.note',
      'links.external_id',
      'links.is_archived',
      sql<string[] | null>`${sql.raw(TAGS_OF_LINK)}`.as('tags'),
      'links.version',
      'links.created_at',
      'links.updated_at',
    ]);
}

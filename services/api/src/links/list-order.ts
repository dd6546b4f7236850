// The orders in which a list has links. Each ends with the link's id, so that no link is on two pages or on none.

import { sql, type RawBuilder } from 'kysely';

/** The orders as a query names them; a leading `-` means descending. */
export const LIST_ORDERS = ['-created', 'created', '-hits', 'hits', 'title', '-title'] as const;
export type ListOrder = (typeof LIST_ORDERS)[number];

export type Page = { offset: number; limit: number; order: ListOrder };

export const NEWEST_FIRST: ListOrder = '-created';

type Ordering = {
  /** What a link is compared by, from the rows of `links` and `joined`. */
  key: RawBuilder<unknown>;
  joined: RawBuilder<unknown>;
  /** The ORDER BY clause for rows with `key`, `made_at` (created_at) and `id`. */
  clause: RawBuilder<unknown>;
};

const NOTHING = sql``;
/** The two orders by time are read along an index, forwards and backwards. */
const byTime = (clause: RawBuilder<unknown>): Ordering => ({ key: sql`NULL::text`, joined: NOTHING, clause });

const byHits = (clause: RawBuilder<unknown>): Ordering => ({
  key: sql`coalesce(link_hits.hits, 0) + links.pre_tracking`,
  joined: sql`LEFT JOIN link_hits ON link_hits.link_id = links.id`,
  clause,
});

/** Dictionary order. Links without a title come last either way. */
const byTitle = (clause: RawBuilder<unknown>): Ordering => ({
  key: sql`nullif(links.title, '') COLLATE "und-x-icu"`,
  joined: NOTHING,
  clause,
});

const ORDERINGS: Readonly<Record<ListOrder, Ordering>> = {
  '-created': byTime(sql`made_at DESC, id`),
  created: byTime(sql`made_at, id DESC`),
  '-hits': byHits(sql`key DESC, made_at DESC, id`),
  hits: byHits(sql`key, made_at DESC, id`),
  title: byTitle(sql`key NULLS LAST, made_at DESC, id`),
  '-title': byTitle(sql`key DESC NULLS LAST, made_at DESC, id`),
};

export const orderingOf = (order: ListOrder): Ordering => ORDERINGS[order];

/** The copied hits, or the current hits of links that were counted since their hits were copied to `link_tags`. */
const COPIED_HITS = sql`CASE
  WHEN links.id IN (SELECT unnest(link_ids) FROM counted_links) THEN (
    SELECT counted.pre_tracking + coalesce(link_hits.hits, 0)
    FROM links AS counted LEFT JOIN link_hits ON link_hits.link_id = counted.id WHERE counted.id = links.id)
  ELSE links.hits END`;

/** The ordering of rows of `link_tags` in the place of `links`. `column`: the column that the key reads. */
export function copiesOrderingOf(order: ListOrder): { key: RawBuilder<unknown>; column?: 'hits' | 'title' } {
  if (order.endsWith('hits')) return { key: COPIED_HITS, column: 'hits' };
  return { key: orderingOf(order).key, ...(order.endsWith('title') && { column: 'title' }) };
}

/** Whether a page in this order requires reading all links that the filters leave. One tag's links are exempt. */
export const readsAll = (order: ListOrder): boolean => !order.endsWith('created');

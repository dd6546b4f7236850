// Finds one page of the links that have any or all of several tags. For tags with many links, only the first links in
// the list's order are read, and the total is kept in memory.

import type { Db } from '@kurz/database';
import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { countOfAny, hasAll, hasEach, idsOf, type CountedTag } from './count-links-of-tags';
import { findPageAmongFirst, findTagPage } from './find-tag-page';
import { readTagCounts } from './kept-counts';
import { makeTotalsOfTags } from './totals-of-tags';
import { linksOfOthers } from './links-of-others';
import { copiesOrderingOf, orderingOf, type Page } from './list-order';
import { ofCopies, severalTagsOf, type LinkFilter } from './matching';
import { textBytes, type PageEntry } from './text-bytes';

/** Up to this many links are looked up one by one, which takes 10 ms. */
const FEW = 5_000;

/** At most 1/PART of the total is read: finding the page among the rows takes several times as long as reading them. */
const PART = 5;

type Found = { total: number; entries: PageEntry[] };

/** Few links are looked up one by one. */
function hasAllOthers({ links }: CountedTag, others: readonly CountedTag[]): RawBuilder<SqlBool> {
  return links > FEW ? hasAll(others) : hasEach('links.link_id', idsOf(others));
}

type OfAll = { least: CountedTag; others: readonly CountedTag[] };

/** Finds the links of `least` that have all other tags. */
async function findOfAll(db: Db, filter: LinkFilter, { least, others }: OfAll, page: Page): Promise<Found> {
  const { clause } = orderingOf(page.order);
  const { key } = copiesOrderingOf(page.order);
  const { rows } = await sql<{ total: number; id: string | null; bytes: number }>`
    WITH matched AS MATERIALIZED (
      SELECT links.id, links.created_at AS made_at, ${key} AS key
      FROM (SELECT *, link_id AS id FROM link_tags) AS links
      WHERE links.tag_id = ${least.id} AND ${ofCopies(filter)} AND ${hasAllOthers(least, others)}
    ), page AS (
      SELECT id, made_at, key FROM matched ORDER BY ${clause} LIMIT ${page.limit} OFFSET ${page.offset}
    )
    SELECT total, id, ${textBytes} AS bytes
    FROM (SELECT count(*) AS total FROM matched) AS counted LEFT JOIN (page JOIN links USING (id)) ON true
    ORDER BY ${clause}`.execute(db);
  const entries = rows.flatMap(({ id, bytes }) => (id === null ? [] : [{ id, bytes }]));
  return { total: rows[0]?.total ?? 0, entries };
}

/** As findOfAll, when the page is among the first links of `least`. */
async function findAmongFirst(
  db: Db,
  filter: LinkFilter,
  { least, others, total }: OfAll & { total: number },
  page: Page,
): Promise<Found | undefined> {
  const length = Math.min(page.limit, total - page.offset);
  if (length <= 0) return { total, entries: [] };
  const of = { tagId: least.id, others: idsOf(others), total: least.links, condition: ofCopies(filter) };
  // at first twice as many as are needed when the matches are spread evenly
  const likely = Math.ceil((2 * (page.offset + page.limit) * least.links) / total);
  for (const most of likely > FEW ? [] : [likely, FEW]) {
    const entries = await findPageAmongFirst(db, of, page, most);
    if (entries?.length === length) return { total, entries };
  }
  return undefined;
}

async function countBeside(db: Db, of: Parameters<typeof linksOfOthers>[0]): Promise<number> {
  if (of.others.length === 0) return 0;
  const { rows } = await sql<{ links: number }>`
    SELECT count(*) AS links FROM ${linksOfOthers(of)} AS others`.execute(db);
  return rows[0]?.links ?? 0;
}

/** Undefined when the filter is not several tags alone. Without `entries`, the page has to be read another way. */
export type FindPageOfTags = (
  db: Db,
  filter: LinkFilter,
  page: Page,
) => Promise<{ total: number; entries?: PageEntry[] } | undefined>;

export function makeFindPageOfTags(): FindPageOfTags {
  const readTotal = makeTotalsOfTags();

  async function ofAll(db: Db, filter: LinkFilter, tags: OfAll, page: Page): Promise<Found> {
    if (tags.least.links <= FEW) return findOfAll(db, filter, tags, page);
    const ids = idsOf([tags.least, ...tags.others]);
    const { total, keep } = await readTotal(db, filter, { ids, needed: ids.length });
    const first = total !== undefined && (await findAmongFirst(db, filter, { ...tags, total }, page));
    if (first) return first;
    const found = await findOfAll(db, filter, tags, page);
    keep(found.total);
    return found;
  }

  /** Counts the links that have any of the tags with many links. */
  async function countMany(db: Db, filter: LinkFilter, many: readonly CountedTag[]): Promise<number> {
    if (many.length < 2) return countOfAny(db, filter, many);
    const { total, keep } = await readTotal(db, filter, { ids: idsOf(many), needed: 1 });
    if (total !== undefined) return total;
    const counted = await countOfAny(db, filter, many);
    keep(counted);
    return counted;
  }

  /** Finds the links of the tags with many links, and the links that only the other tags have. */
  async function ofAny(db: Db, filter: LinkFilter, counted: readonly CountedTag[], page: Page) {
    let sum = 0;
    const others = counted.slice(0, -1).filter(({ links }) => (sum += links) <= FEW);
    const many = counted.slice(others.length);
    const of = { tagIds: idsOf(many), others: idsOf(others), condition: ofCopies(filter) };
    const total = (await countMany(db, filter, many)) + (await countBeside(db, of));
    if (page.offset >= total) return { total, entries: [] };
    const read = (page.offset + page.limit) * many.length;
    if (many.length > 1 && read > Math.max(2 * FEW, total / PART)) return { total };
    return { total, entries: await findTagPage(db, { ...of, total }, page) };
  }

  return async (db, filter, page) => {
    const tagged = severalTagsOf(filter);
    if (!tagged) return undefined;
    const counted = (await readTagCounts(db, { ids: tagged.ids, ...filter })).sort(
      (a, b) => a.links - b.links,
    );
    const [least, ...others] = counted;
    if (!least) return undefined;
    return tagged.needed > 1 ? ofAll(db, filter, { least, others }, page) : ofAny(db, filter, counted, page);
  };
}

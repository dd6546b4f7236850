// An import resumes by the number of links that it has read. In a list that has changed meanwhile that is another
// place: new links at its beginning, or links that are gone, would leave others out. Such a list is read from its
// beginning again, and the links that the import has made of it are not counted a second time.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import type { ImportedLink } from './import-source';
import type { EvaluatedItem } from './evaluate-page';

/** In the transaction that holds the import's row. Resolves with the number of links made so far, its counts then. */
export async function beginAgain(transaction: Db, importId: string): Promise<number> {
  const { rows } = await sql<{ made: number }>`
    WITH items AS (SELECT count(*)::int AS made FROM import_items WHERE import_id = ${importId})
    UPDATE imports SET cursor = 0, counts = json_build_object('new', items.made)
    FROM items WHERE imports.id = ${importId} RETURNING items.made`.execute(transaction);
  return rows[0]?.made ?? 0;
}

/** A page's items without the links that this import made before. Such a link may have been edited since. */
export async function withoutOwn(
  transaction: Db,
  importId: string,
  { links, items }: { links: readonly ImportedLink[]; items: readonly EvaluatedItem[] },
): Promise<EvaluatedItem[]> {
  const isThere = ({ outcome }: EvaluatedItem) => outcome === 'same' || outcome === 'conflict';
  const slugs = items.flatMap((item, index) => (isThere(item) ? (links[index]?.slug ?? []) : []));
  if (slugs.length === 0) return [...items];
  const { rows } = await sql<{ slug: string }>`
    SELECT links.slug FROM import_items AS item JOIN links ON links.id = item.link_id
    WHERE item.import_id = ${importId} AND links.slug = ANY(${slugs}::text[])`.execute(transaction);
  const own = new Set(rows.map(({ slug }) => slug));
  return items.filter((item, index) => !(isThere(item) && own.has(links[index]?.slug ?? '')));
}

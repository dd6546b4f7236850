// Reads all links that a list's filters leave, in the list's order, from one snapshot. A cursor of PostgreSQL keeps the
// place, so that memory holds a group of them however many there are.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import { findLinksOfPage } from './find-page';
import { groupsOfBytes } from './groups-of-bytes';
import type { LinkRow } from './link-rows';
import { orderingOf, type ListOrder } from './list-order';
import { matchedLinks, type LinkFilter } from './matching';
import { textBytes, type PageEntry } from './text-bytes';

const LINKS_AT_ONCE = 500;
/** A client that reads nothing for this long loses its snapshot, and with it the rest of its answer. */
const MAX_IDLE_MS = '60000';

/** In a transaction of isolation level repeatable read. Each group is read when it is asked for. */
export async function* readLinkPages(
  transaction: Db,
  filter: LinkFilter,
  order: ListOrder,
): AsyncGenerator<LinkRow[]> {
  await sql`
    SELECT set_config('idle_in_transaction_session_timeout', ${MAX_IDLE_MS}, true),
           set_config('cursor_tuple_fraction', '1', true)`.execute(transaction);
  const { clause } = orderingOf(order);
  const { source, condition, key } = matchedLinks(filter, order);
  await sql`
    DECLARE listed NO SCROLL CURSOR FOR
    SELECT page.id, ${textBytes} AS bytes
    FROM (
      SELECT links.id, links.created_at AS made_at, ${key} AS key FROM ${source} WHERE ${condition}
    ) AS page JOIN links USING (id) ORDER BY ${clause}`.execute(transaction);
  for (;;) {
    const { rows } = await sql<PageEntry>`FETCH ${sql.raw(String(LINKS_AT_ONCE))} FROM listed`.execute(
      transaction,
    );
    for (const ids of groupsOfBytes(rows)) yield await findLinksOfPage(transaction, ids);
    if (rows.length < LINKS_AT_ONCE) return;
  }
}

// Brings existing links in line with an entry of the list of blocked destinations, a page at a time. Links that lead to
// it are flagged while it is in the list; otherwise its flags are removed. A repeated run does what is left.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import type { AuditActor } from '../audit/audit-event';
import { writeAuditEvents } from '../audit/write-audit-events';
import { hashOf, namesOf } from '../destinations/destination-name';
import { findFlags, type Flag } from '../destinations/find-flags';
import { lockDestinations } from '../destinations/lock-destinations';
import { flaggingOf } from '../links/link-audit-event';
import { enqueueChanges } from '../outbox/enqueue-changes';
import { lockKeys } from '../outbox/lock-keys';
import {
  BEFORE_ALL,
  FLAG,
  findUnflagged,
  PAGE,
  LOCATION_COLUMNS,
  type EntryOfLinks,
  type Found,
  type LocationColumn,
} from './unflagged-links';

type Entry = EntryOfLinks & { id: number; hash: Buffer };
type Changed = { id: string; zoneId: string; slug: string; workspace_id: string; zone_domain: string };
export type SweptPage = { changed: number; isLast: boolean };

const BY = { restricted: sql.ref('restricted_by'), unsafe: sql.ref('unsafe_by') };
const CHANGED = sql`
  links.id, links.zone_id AS "zoneId", links.slug, links.workspace_id, zones.domain AS zone_domain`;
/** Flags the links that are still where they were found, under their keys' locks. The others are found again. */
async function mark(
  transaction: Db,
  entry: Entry,
  { column, links, by }: { column: LocationColumn; links: readonly Found[]; by: AuditActor },
): Promise<number> {
  const keys = links.map(({ zoneId, slug }) => ({ zoneId, slug }));
  await lockKeys(transaction, keys);
  const { rows } = await sql<Changed>`
    UPDATE links SET ${FLAG[entry.mark]} = true, ${BY[entry.mark]} = ${entry.id},
                     version = nextval('link_versions'), updated_at = clock_timestamp()
    FROM zones, unnest(${links.map(({ id }) => id)}::text[], ${keys.map(({ slug }) => slug)}::text[],
                ${links.map(({ location }) => location)}::text[]) AS found (id, slug, location)
    WHERE links.id = found.id AND links.slug = found.slug AND ${column.isThere}
      AND zones.id = links.zone_id AND NOT ${sql.ref(entry.mark === 'unsafe' ? 'links.is_unsafe' : 'links.is_restricted')}
    RETURNING ${CHANGED}`.execute(transaction);
  await enqueueChanges(transaction, rows);
  const events = rows.map((row) => flaggingOf(row, { mark: entry.mark, isFlagged: true }));
  await writeAuditEvents(transaction, by, events);
  return rows.length;
}

/** Marks page by page until nothing is left. After concurrent renames it reads the page again. */
export async function markLinks(
  db: Db,
  entryId: number,
  onPage: () => Promise<void>,
  by: AuditActor,
): Promise<number> {
  let changed = 0;
  for (const column of LOCATION_COLUMNS) changed += await markLinksBy(db, { entryId, column, onPage, by });
  return changed;
}

async function markLinksBy(
  db: Db,
  given: { entryId: number; column: LocationColumn; onPage: () => Promise<void>; by: AuditActor },
): Promise<number> {
  const { entryId, column, onPage, by } = given;
  let changed = 0;
  let after = BEFORE_ALL;
  for (;;) {
    const page = await db.transaction().execute(async (transaction) => {
      await lockDestinations(transaction, 'shared');
      const entry = await findEntry(transaction, entryId);
      if (!entry) return undefined;
      const { found, next } = await findUnflagged(transaction, entry, column, after);
      const hash = entry.hash.toString('hex');
      const links = found.filter(({ location }) =>
        namesOf(location).some((name) => hashOf(name).toString('hex') === hash),
      );
      const marked = links.length > 0 ? await mark(transaction, entry, { column, links, by }) : 0;
      return { next, marked, hasMoved: marked < links.length };
    });
    if (!page) return changed;
    changed += page.marked;
    if (page.marked > 0) await onPage();
    if (page.hasMoved) continue;
    if (!page.next) return changed;
    after = page.next;
  }
}

async function findEntry(db: Db, id: number): Promise<Entry | undefined> {
  return db
    .selectFrom('blocked_destinations')
    .select(['id', 'kind', 'value', 'hash', 'mark'])
    .where('id', '=', id)
    .executeTakeFirst();
}

type Flagged = {
  id: string;
  zoneId: string;
  slug: string;
  /** Where a link with a password leads after it, and a link with conditions leads without them. */
  location: string;
  expiredLocation: string | null;
  conditionLocations: string[] | null;
  version: number;
};

/** For each link, the entry that gives it the mark: by its destination, or else by any other location. */
async function findEntries(transaction: Db, links: readonly Flagged[], which: Flag) {
  const locationsByLink = links.map((link) =>
    [link.location, link.expiredLocation ?? [], link.conditionLocations ?? []].flat(),
  );
  const locations = [...new Set(locationsByLink.flat())];
  const flags = await findFlags(transaction, locations);
  const entries = flags.map(({ restrictedBy, unsafeBy }) => (which === 'unsafe' ? unsafeBy : restrictedBy));
  const entryOf = new Map(locations.map((location, index) => [location, entries[index] ?? null]));
  return locationsByLink.map(
    (all) => all.map((location) => entryOf.get(location) ?? null).find((by) => by !== null) ?? null,
  );
}

async function unflagPage(
  transaction: Db,
  entryId: number,
  which: Flag,
  by: AuditActor,
): Promise<number | undefined> {
  await lockDestinations(transaction, 'shared');
  if (await findEntry(transaction, entryId)) return undefined;
  const { rows: found } = await sql<Flagged>`
    SELECT id, zone_id AS "zoneId", slug, coalesce(guarded_location, fallback_location, location) AS location,
           expired_location AS "expiredLocation", condition_locations AS "conditionLocations", version
    FROM links WHERE ${BY[which]} = ${entryId} LIMIT ${PAGE}`.execute(transaction);
  if (found.length === 0) return undefined;
  await lockKeys(transaction, found);
  const others = await findEntries(transaction, found, which);
  const { rows } = await sql<Changed & { isLifted: boolean }>`
    UPDATE links SET ${FLAG[which]} = found.other IS NOT NULL, ${BY[which]} = found.other,
                     version = nextval('link_versions'), updated_at = clock_timestamp()
    FROM zones, unnest(${found.map(({ id }) => id)}::text[], ${found.map(({ slug }) => slug)}::text[],
                ${found.map(({ version }) => version)}::bigint[], ${others}::integer[])
      AS found (id, slug, version, other)
    WHERE links.id = found.id AND links.slug = found.slug AND links.version = found.version
      AND zones.id = links.zone_id
      AND ${sql.ref(which === 'unsafe' ? 'links.unsafe_by' : 'links.restricted_by')} = ${entryId}
    RETURNING ${CHANGED}, found.other IS NULL AS "isLifted"`.execute(transaction);
  await enqueueChanges(transaction, rows);
  const lifted = rows.filter(({ isLifted }) => isLifted);
  const events = lifted.map((row) => flaggingOf(row, { mark: which, isFlagged: false }));
  await writeAuditEvents(transaction, by, events);
  return rows.length;
}

/** Removes them in one statement, because a key has no version and no lock is contended. */
async function unmarkKeys(transaction: Db, entryId: number): Promise<void> {
  await lockDestinations(transaction, 'shared');
  if (await findEntry(transaction, entryId)) return;
  await transaction.deleteFrom('marked_keys').where('entry_id', '=', entryId).execute();
}

/** A mark that another entry gives, too, stays under that entry. */
export async function unmarkLinks(
  db: Db,
  entryId: number,
  onPage: () => Promise<void>,
  by: AuditActor,
): Promise<number> {
  let changed = 0;
  for (const which of ['restricted', 'unsafe'] as const) {
    for (;;) {
      const page = await db
        .transaction()
        .execute((transaction) => unflagPage(transaction, entryId, which, by));
      if (page === undefined) break;
      changed += page;
      if (page > 0) await onPage();
    }
  }
  await db.transaction().execute((transaction) => unmarkKeys(transaction, entryId));
  return changed;
}

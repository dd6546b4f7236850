// The links that lead to a host or an address of the list of blocked destinations and lack its mark.

import type { Db } from '@kurz/database';
import { sql, type RawBuilder } from 'kysely';
import type { Flag } from '../destinations/find-flags';

export type EntryOfLinks = { value: string; kind: 'host' | 'address'; mark: Flag };
/** A position in the index of where links lead. A link with conditions may lead to several locations of a host. */
type Position = { reversedHost: string; id: string; location: string };
export type Found = Position & { zoneId: string; slug: string };
/** `next`: the position after which the next look begins. Undefined when nothing is left. */
export type Looked = { found: Found[]; next: Position | undefined };

export const BEFORE_ALL: Position = { reversedHost: '', id: '', location: '' };

/** The most keys that one transaction locks. */
export const PAGE = 200;
/** The most links that a statement looks at: a sweep that is taken over begins with done links, perhaps millions. */
const LOOKED_AT = 1_000;

export const FLAG = { restricted: sql.ref('is_restricted'), unsafe: sql.ref('is_unsafe') };
/** One of the columns that say where links lead. A sweep looks at one after the other. */
export type LocationColumn = {
  /** The source of its rows: links, or links and the entries of a list. */
  from: RawBuilder<unknown>;
  location: RawBuilder<unknown>;
  /** Whether a link still leads to a location of `found`. */
  isThere: RawBuilder<unknown>;
};
const locationColumnOf = (
  column: 'location' | 'expired_location' | 'fallback_location' | 'guarded_location',
): LocationColumn => ({
  from: sql`links`,
  location: sql.ref(column),
  isThere: sql`${sql.ref(`links.${column}`)} = found.location`,
});
export const LOCATION_COLUMNS: readonly LocationColumn[] = [
  locationColumnOf('location'),
  locationColumnOf('expired_location'),
  locationColumnOf('fallback_location'),
  locationColumnOf('guarded_location'),
  {
    from: sql`(SELECT links.*, led.location AS led FROM links, unnest(condition_locations) AS led (location)
               WHERE condition_locations IS NOT NULL) AS links`,
    location: sql.ref('led'),
    isThere: sql`found.location = ANY(links.condition_locations)`,
  },
];

const reversed = (text: string) => [...text].reverse().join('');

/** The host of an address: before its port or path, or in brackets. */
const hostOf = ({ kind, value }: EntryOfLinks) =>
  kind === 'host' ? value : (/^(?:\[[^\]]*\]|[^/:?]*)/.exec(value)?.[0] ?? '');

/** Finds unmarked links at the entry's host, and below it for an entry of a host. "/" is the character after ".". */
export async function findUnflagged(
  db: Db,
  entry: EntryOfLinks,
  column: LocationColumn,
  after: Position,
): Promise<Looked> {
  const host = reversed(hostOf(entry));
  const { from, location } = column;
  const below =
    entry.kind === 'host'
      ? sql`OR (link_reversed_host(${location}) >= ${`${host}.`} AND link_reversed_host(${location}) < ${`${host}/`})`
      : sql``;
  const { rows } = await sql<Found & { isFlagged: boolean; looked: number }>`
    WITH looked AS (
      SELECT id, zone_id AS "zoneId", slug, ${location} AS location,
             link_reversed_host(${location}) AS "reversedHost", ${FLAG[entry.mark]} AS "isFlagged" FROM ${from}
      WHERE (link_reversed_host(${location}) = ${host} ${below}) AND ${location} IS NOT NULL
        AND (link_reversed_host(${location}), id, ${location}) > (${after.reversedHost}, ${after.id}, ${after.location})
      ORDER BY link_reversed_host(${location}), id, ${location} LIMIT ${LOOKED_AT}
    ), numbered AS (
      SELECT *, row_number() OVER (ORDER BY "reversedHost", id, location) AS number,
             count(*) OVER () AS looked FROM looked
    )
    SELECT * FROM numbered
    WHERE (NOT "isFlagged" OR number = ${LOOKED_AT}) AND number <= coalesce(
      (SELECT number FROM numbered WHERE NOT "isFlagged" ORDER BY number OFFSET ${PAGE - 1} LIMIT 1), ${LOOKED_AT}::bigint)
    ORDER BY number`.execute(db);
  const found = rows.filter(({ isFlagged }) => !isFlagged);
  const end = rows.at(-1);
  return { found, next: found.length === PAGE || end?.looked === LOOKED_AT ? end : undefined };
}

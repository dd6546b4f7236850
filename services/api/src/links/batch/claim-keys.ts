// Gives each item of a batch that may become a link its key: the slug it asks for, or a drawn one that is free. The
// locks of all keys are held from here on.

import type { Db } from '@kurz/database';
import type { DirectoryKey } from '@kurz/link-directory';
import { sql } from 'kysely';
import type { Refusal } from '../../errors/refusal';
import { lockKeys } from '../../outbox/lock-keys';
import { MAX_DRAWS } from '../draw-slug';
import type { PreparedLink } from '../prepare-links';

/** Which keys have a link. The caller holds their locks, so the answer stays true until its transaction ends. */
async function findTakenNames(transaction: Db, keys: readonly DirectoryKey[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<DirectoryKey>`
    SELECT link.zone_id AS "zoneId", link.slug
    FROM unnest(${keys.map((key) => key.zoneId)}::text[], ${keys.map((key) => key.slug)}::text[]) AS key (zone_id, slug)
    JOIN links AS link ON link.zone_id = key.zone_id AND link.slug = key.slug`.execute(transaction);
  return new Set(rows.map(nameOf));
}

/**
 * Draws keys that no other link of the batch has. `used` holds the names that are given away; each drawn one is added to
 * it.
 */
function makeDrawKey(draw: () => string, used: Set<string>): (zoneId: string) => DirectoryKey {
  return (zoneId) => {
    for (let draws = 1; draws <= MAX_DRAWS; draws++) {
      const key = { zoneId, slug: draw() };
      const name = nameOf(key);
      if (used.has(name)) continue;
      used.add(name);
      return key;
    }
    throw new Error(`${MAX_DRAWS} drawn slugs in a row were taken`);
  };
}

/** A key as one text, by which the items of a batch are told apart. Neither part can have a slash. */
export function nameOf({ zoneId, slug }: DirectoryKey): string {
  return `${zoneId}/${slug}`;
}

export type WantedLink = {
  kind: 'wanted';
  link: PreparedLink['link'];
  isDrawn: boolean;
  key: DirectoryKey;
  name: string;
};

export type ClaimedKeys = {
  /** Each at its place; two of them may ask for the same key. */
  items: (WantedLink | Refusal)[];
  /** Names that had a link before. No drawn one is among them. */
  takenNames: ReadonlySet<string>;
};

function usedNamesOf(prepared: readonly (PreparedLink | Refusal)[]): Set<string> {
  return new Set(
    prepared.flatMap((item) =>
      item.kind === 'prepared' && item.slug !== undefined
        ? [nameOf({ zoneId: item.link.zone.id, slug: item.slug })]
        : [],
    ),
  );
}

/** Two statements; two more each time that a drawn slug was taken. */
export async function claimKeys(
  transaction: Db,
  prepared: readonly (PreparedLink | Refusal)[],
  draw: () => string,
): Promise<ClaimedKeys> {
  const drawKey = makeDrawKey(draw, usedNamesOf(prepared));
  const want = ({ link, slug }: Pick<PreparedLink, 'link' | 'slug'>): WantedLink => {
    const zoneId = link.zone.id;
    const key = slug === undefined ? drawKey(zoneId) : { zoneId, slug };
    return { kind: 'wanted', link, isDrawn: slug === undefined, key, name: nameOf(key) };
  };

  let items = prepared.map((item) => (item.kind === 'refused' ? item : want(item)));
  let fresh = items.filter((item) => item.kind === 'wanted');
  const takenNames = new Set<string>();
  for (let draws = 1; fresh.length > 0; draws++) {
    if (draws > MAX_DRAWS) throw new Error(`${MAX_DRAWS} drawn slugs in a row were taken`);
    // From the second round on the locks are no longer sorted as a whole. Two batches would have to draw the same of
    // 10^12 slugs to wait for each other; Postgres would end one of them, and nothing would be lost but its request.
    const keys = fresh.map((item) => item.key);
    await lockKeys(transaction, keys);
    for (const name of await findTakenNames(transaction, keys)) takenNames.add(name);
    const redrawn = new Map<WantedLink | Refusal, WantedLink>(
      fresh
        .filter((item) => item.isDrawn && takenNames.has(item.name))
        .map((item) => [item, want({ link: item.link, slug: undefined })]),
    );
    items = items.map((item) => redrawn.get(item) ?? item);
    fresh = [...redrawn.values()];
  }
  return { items, takenNames };
}

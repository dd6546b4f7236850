// Gives each item of a batch that may become a link its key: the slug it asks for, or a generated one that is free. The
// locks of all keys are held from here on.

import type { Db } from '@kurz/database';
import type { LinkCacheKey } from '@kurz/link-cache';
import { sql } from 'kysely';
import type { Refusal } from '../../errors/refusal';
import { lockKeys } from '../../outbox/lock-keys';
import { MAX_ATTEMPTS } from '../generate-slug';
import type { PreparedLink } from '../prepare-links';

/** Which keys have a link. The caller holds their locks, so the answer stays true until its transaction ends. */
async function findTakenNames(transaction: Db, keys: readonly LinkCacheKey[]): Promise<ReadonlySet<string>> {
  const { rows } = await sql<LinkCacheKey>`
    SELECT link.zone_id AS "zoneId", link.slug
    FROM unnest(${keys.map((key) => key.zoneId)}::text[], ${keys.map((key) => key.slug)}::text[]) AS key (zone_id, slug)
    JOIN links AS link ON link.zone_id = key.zone_id AND link.slug = key.slug`.execute(transaction);
  return new Set(rows.map(nameOf));
}

/**
 * Generates keys that no other link of the batch has. `used` holds the names that are already given out; each generated
 * name is added to it.
 */
function makeGenerateKey(generate: () => string, used: Set<string>): (zoneId: string) => LinkCacheKey {
  return (zoneId) => {
    for (let attempts = 1; attempts <= MAX_ATTEMPTS; attempts++) {
      const key = { zoneId, slug: generate() };
      const name = nameOf(key);
      if (used.has(name)) continue;
      used.add(name);
      return key;
    }
    throw new Error(`${MAX_ATTEMPTS} generated slugs in a row were taken`);
  };
}

/** A key as one text, to compare the items of a batch. Neither part can have a slash. */
export function nameOf({ zoneId, slug }: LinkCacheKey): string {
  return `${zoneId}/${slug}`;
}

export type WantedLink = {
  kind: 'wanted';
  link: PreparedLink['link'];
  isGenerated: boolean;
  key: LinkCacheKey;
  name: string;
};

export type ClaimedKeys = {
  /** Each item at its index; two items may ask for the same key. */
  items: (WantedLink | Refusal)[];
  /** Names that had a link before. No generated one is among them. */
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

/** Runs two statements, and two more each time that a generated slug is taken. */
export async function claimKeys(
  transaction: Db,
  prepared: readonly (PreparedLink | Refusal)[],
  generate: () => string,
): Promise<ClaimedKeys> {
  const generateKey = makeGenerateKey(generate, usedNamesOf(prepared));
  const want = ({ link, slug }: Pick<PreparedLink, 'link' | 'slug'>): WantedLink => {
    const zoneId = link.zone.id;
    const key = slug === undefined ? generateKey(zoneId) : { zoneId, slug };
    return { kind: 'wanted', link, isGenerated: slug === undefined, key, name: nameOf(key) };
  };

  let items = prepared.map((item) => (item.kind === 'refused' ? item : want(item)));
  let fresh = items.filter((item) => item.kind === 'wanted');
  const takenNames = new Set<string>();
  for (let attempts = 1; fresh.length > 0; attempts++) {
    if (attempts > MAX_ATTEMPTS) throw new Error(`${MAX_ATTEMPTS} generated slugs in a row were taken`);
    // From the second round on the locks are no longer sorted as a whole. Two batches would have to generate the same
    // of 10^12 slugs to wait for each other; Postgres would end one of them, and nothing would be lost but its request.
    const keys = fresh.map((item) => item.key);
    await lockKeys(transaction, keys);
    for (const name of await findTakenNames(transaction, keys)) takenNames.add(name);
    const regenerated = new Map<WantedLink | Refusal, WantedLink>(
      fresh
        .filter((item) => item.isGenerated && takenNames.has(item.name))
        .map((item) => [item, want({ link: item.link, slug: undefined })]),
    );
    items = items.map((item) => regenerated.get(item) ?? item);
    fresh = [...regenerated.values()];
  }
  return { items, takenNames };
}

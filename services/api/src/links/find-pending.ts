// Finds the unpublished changes of the links that an answer names. The request that made or changed them may be about
// to publish them, or its API process has ended before it could.

import type { Db } from '@kurz/database';
import type { LinkCacheKey } from '@kurz/link-cache';
import { readPendingChanges, type PendingChange } from '../outbox/pending-changes';

export async function findPending(db: Db, keys: readonly LinkCacheKey[]): Promise<PendingChange[]> {
  if (keys.length === 0) return [];
  const changes = await readPendingChanges(db, keys);
  return changes.filter(({ changeIds }) => changeIds.length > 0);
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;

/** The ids of the links in an answer with one link, or with the results of a batch. */
function linkIdsOf(body: unknown): string[] {
  if (!isObject(body)) return [];
  const { results } = body;
  const entries: readonly unknown[] = Array.isArray(results) ? results : [body];
  return entries.flatMap((entry) => {
    const link = isObject(entry) ? entry['url'] : undefined;
    return isObject(link) && typeof link['id'] === 'string' ? [link['id']] : [];
  });
}

/** `body`: the body of a stored answer. Links that are gone by now are left out. */
export async function findPendingOfAnswer(db: Db, body: unknown): Promise<PendingChange[]> {
  const ids = linkIdsOf(body);
  if (ids.length === 0) return [];
  const keys = await db
    .selectFrom('links')
    .select(['zone_id as zoneId', 'slug'])
    .where('id', 'in', ids)
    .execute();
  return findPending(db, keys);
}

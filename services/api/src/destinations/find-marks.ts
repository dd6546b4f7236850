// Which marks the operator's list gives to destinations, and by which entries.

import type { Db } from '@kurz/database';
import { hashOf, namesOf } from './destination-name';

export type Mark = 'restricted' | 'unsafe';
/** The entries behind the marks; null: the destination is not marked so. */
export type Marks = { restrictedBy: number | null; unsafeBy: number | null };

/** Of each location at its place. The caller holds the lock of the list; it is one statement. */
export async function findMarks(transaction: Db, locations: readonly string[]): Promise<Marks[]> {
  const hashes = locations.map((location) => namesOf(location).map((name) => hashOf(name).toString('hex')));
  if (locations.length === 0) return [];
  const entries = await transaction
    .selectFrom('blocked_destinations')
    .select(['id', 'hash', 'mark'])
    .where(
      'hash',
      'in',
      [...new Set(hashes.flat())].map((hash) => Buffer.from(hash, 'hex')),
    )
    .orderBy('id')
    .execute();
  return hashes.map((names) => {
    const by = (mark: Mark) =>
      entries.find((entry) => entry.mark === mark && names.includes(entry.hash.toString('hex')))?.id ?? null;
    return { restrictedBy: by('restricted'), unsafeBy: by('unsafe') };
  });
}

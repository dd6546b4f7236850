// Which flags the operator's list gives to destinations, and by which entries.

import { preparedStatement, type Db } from '@kurz/database';
import { hashOf, namesOf } from './destination-name';

export type Flag = 'restricted' | 'unsafe';
/** The entries behind the flags; null: the destination has not that flag. */
export type FlagEntries = { restrictedBy: number | null; unsafeBy: number | null };

const findEntries = preparedStatement<{ id: number; hash: Buffer; mark: Flag }>(
  'find_blocked_destinations',
  'SELECT id, hash, mark FROM blocked_destinations WHERE hash = ANY($1::bytea[]) ORDER BY id',
);

/** Of each location at its place. The caller holds the lock of the list; it is one statement. */
export async function findFlags(transaction: Db, locations: readonly string[]): Promise<FlagEntries[]> {
  const hashes = locations.map((location) => namesOf(location).map((name) => hashOf(name).toString('hex')));
  if (locations.length === 0) return [];
  const entries = await findEntries(transaction, [
    [...new Set(hashes.flat())].map((hash) => Buffer.from(hash, 'hex')),
  ]);
  return hashes.map((names) => {
    const by = (mark: Flag) =>
      entries.find((entry) => entry.mark === mark && names.includes(entry.hash.toString('hex')))?.id ?? null;
    return { restrictedBy: by('restricted'), unsafeBy: by('unsafe') };
  });
}

// Which flags the operator's list gives to destinations, and by which entries.

import { preparedStatement, type Db } from '@kurz/database';
import { hashOf, namesOf } from './destination-name';

export type Flag = 'restricted' | 'unsafe';
/** The entries behind the flags; null when the destination does not have the flag. */
export type FlagEntries = { restrictedBy: number | null; unsafeBy: number | null };

export type BlockedDestination = { id: number; hash: Buffer; mark: Flag };

const findEntries = preparedStatement<BlockedDestination>(
  'find_blocked_destinations',
  'SELECT id, hash, mark FROM blocked_destinations WHERE hash = ANY($1::bytea[]) ORDER BY id',
);

/** The hashes under which the list can hold the locations, and `by`, which turns the found entries into flags. */
export function flagsOf(locations: readonly string[]) {
  const named = locations.map((location) => namesOf(location).map((name) => hashOf(name).toString('hex')));
  return {
    hashes: [...new Set(named.flat())].map((hash) => Buffer.from(hash, 'hex')),
    /** The flags in the order of the locations. `entries`: the oldest first. */
    by: (entries: readonly BlockedDestination[]): FlagEntries[] =>
      named.map((names) => {
        const first = (mark: Flag) =>
          entries.find((entry) => entry.mark === mark && names.includes(entry.hash.toString('hex')))?.id ??
          null;
        return { restrictedBy: first('restricted'), unsafeBy: first('unsafe') };
      }),
  };
}

/** The flags in the order of the locations, by one statement. The caller holds the lock of the list. */
export async function findFlags(transaction: Db, locations: readonly string[]): Promise<FlagEntries[]> {
  if (locations.length === 0) return [];
  const { hashes, by } = flagsOf(locations);
  return by(await findEntries(transaction, [hashes]));
}

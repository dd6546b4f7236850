// Makes several reads in one snapshot.

import type { Db } from './open-database';

/** The snapshot is read-only. It ends with the generator, even when the generator is not read to its end. */
export async function* inSnapshot<T>(
  db: Db,
  read: (snapshot: Db) => AsyncGenerator<T, void>,
): AsyncGenerator<T, void> {
  const transaction = await db
    .startTransaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute();
  try {
    yield* read(transaction);
  } finally {
    await transaction.rollback().execute();
  }
}

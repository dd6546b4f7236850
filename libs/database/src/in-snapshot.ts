// Reads many things as they are at one moment.

import type { Db } from './open-database';

/** The snapshot ends with the generator, also when not all of it is read. Nothing can be written in it. */
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

// A person with a password, for set-ups that make dozens: the hash takes as little work as argon2 allows. A check takes
// its parameters from the hash, so signing in is cheap as well. The product's own hashes take 50 ms of CPU each.

import { createUser } from '@kurz/api';
import type { Db } from '@kurz/database';
import { hash } from '@node-rs/argon2';

const CHEAP = { memoryCost: 8, timeCost: 1, parallelism: 1 };

/** Throws when the person exists already. */
export async function createPerson(db: Db, { email, password }: { email: string; password: string }) {
  const created = await createUser(db, { email });
  if (created.kind !== 'created') throw new Error(`the setup ended with ${created.kind}`);
  await db
    .updateTable('users')
    .set({ password_hash: await hash(password, CHEAP) })
    .where('id', '=', created.userId)
    .execute();
  return created;
}

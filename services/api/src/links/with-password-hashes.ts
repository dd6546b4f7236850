// Gives new links the hashes of their passwords, before any lock of a key is taken.

import type { Refusal } from '../errors/refusal';
import { hashPasswords, refuseManyPasswords } from './link-password';
import type { PreparedLink } from './prepare-links';

export async function withPasswordHashes(
  prepared: readonly (PreparedLink | Refusal)[],
): Promise<(PreparedLink | Refusal)[]> {
  const passwordOf = (item: PreparedLink | Refusal) => (item.kind === 'prepared' ? item.password : undefined);
  const hashed = await hashPasswords(prepared.map(passwordOf));
  return prepared.map((item) => {
    if (item.kind === 'refused' || item.password === undefined) return item;
    const passwordHash = hashed.hashOf(item.password);
    return passwordHash === undefined
      ? refuseManyPasswords()
      : { ...item, link: { ...item.link, passwordHash } };
  });
}

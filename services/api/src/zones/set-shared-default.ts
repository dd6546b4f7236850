// Moves the default of the installation to another shared domain.

import type { Db } from '@kurz/database';
import { normaliseDomain } from './normalise-domain';
import { giveSharedDefault, lockSharedDefault } from './shared-default';

export type SetSharedDefaultOutcome =
  | { kind: 'changed'; zoneId: string }
  | { kind: 'no_such_zone' }
  /** It is a workspace's own. */
  | { kind: 'not_shared' }
  | { kind: 'disabled' };

export async function setSharedDefault(db: Db, domain: string): Promise<SetSharedDefaultOutcome> {
  const name = normaliseDomain(domain);
  if (name === undefined) return { kind: 'no_such_zone' };
  return db.transaction().execute(async (transaction) => {
    await lockSharedDefault(transaction);
    const zone = await transaction
      .selectFrom('zones')
      .select(['id', 'zone_type', 'is_enabled'])
      .where('domain', '=', name)
      .forNoKeyUpdate()
      .executeTakeFirst();
    if (!zone) return { kind: 'no_such_zone' };
    if (zone.zone_type !== 'global') return { kind: 'not_shared' };
    if (!zone.is_enabled) return { kind: 'disabled' };
    await giveSharedDefault(transaction, zone.id);
    return { kind: 'changed', zoneId: zone.id };
  });
}

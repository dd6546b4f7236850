// Switches a domain on or off for visitors and for new links.

import type { Db } from '@kurz/database';
import { normaliseDomain } from './normalise-domain';
import { noteZoneChange } from './note-zone-change';

export type SetZoneEnabledOutcome = { kind: 'changed' } | { kind: 'no_such_zone' };

export async function setZoneEnabled(
  db: Db,
  domain: string,
  isEnabled: boolean,
): Promise<SetZoneEnabledOutcome> {
  const name = normaliseDomain(domain);
  if (name === undefined) return { kind: 'no_such_zone' };
  return db.transaction().execute(async (transaction) => {
    const changed = await transaction
      .updateTable('zones')
      .set({ is_enabled: isEnabled })
      .where('domain', '=', name)
      .returning('id')
      .executeTakeFirst();
    if (!changed) return { kind: 'no_such_zone' };
    await noteZoneChange(transaction, changed.id);
    return { kind: 'changed' };
  });
}

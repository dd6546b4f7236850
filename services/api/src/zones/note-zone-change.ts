// Leaves word that a zone changed, in the transaction that changes it; the link change applier passes it on to every
// redirector.

import type { Db } from '@kurz/database';

export async function noteZoneChange(transaction: Db, zoneId: string): Promise<void> {
  await transaction.insertInto('link_changes').values({ zone_id: zoneId, slug: null }).execute();
}

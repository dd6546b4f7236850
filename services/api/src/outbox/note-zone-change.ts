// Leaves word that a zone changed, in the transaction that changes it; the link change applier passes it on to every
// redirector. A claim of a domain serves nothing: what happens to it before it is proven is not noted.

import type { Db } from '@kurz/database';

export async function noteZoneChange(transaction: Db, zoneId: string): Promise<void> {
  await transaction.insertInto('link_changes').values({ zone_id: zoneId, slug: null }).execute();
}

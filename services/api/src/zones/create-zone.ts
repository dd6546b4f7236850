// A new domain for short links: shared by all (global) or a workspace's own (user).

import type { Db } from '@kurz/database';
import { makeId, randomBase62 } from '@kurz/process';
import { countZones } from './count-zones';
import { normaliseDomain } from './normalise-domain';
import { noteZoneChange } from './note-zone-change';
import { giveSharedDefault, lockSharedDefault } from './shared-default';

export type NewZone =
  /**
   * `isDefault`: new links get it when nothing names a domain, and the default until now ceases to be it. Without it
   * the zone becomes the default where there is none.
   */
  | { domain: string; zoneType: 'global'; isDefault?: boolean }
  /** `most`: how many domains the workspace may have; any number unless told. */
  | { domain: string; zoneType: 'user'; workspaceId: string; isVerified: boolean; most?: number };

export type CreateZoneOutcome =
  | { kind: 'created'; zoneId: string }
  | { kind: 'taken' }
  | { kind: 'bad_domain' }
  | { kind: 'too_many' }
  | { kind: 'no_such_workspace' };

/** A custom domain's certificate is made when its first visit arrives; until then its state is pending. */
const stateOf = (zone: NewZone) =>
  zone.zoneType === 'global'
    ? {}
    : {
        workspace_id: zone.workspaceId,
        tls_state: 'pending' as const,
        ownership_state: zone.isVerified ? ('verified' as const) : ('pending' as const),
        ownership_token: randomBase62(32),
      };

export async function createZone(db: Db, zone: NewZone): Promise<CreateZoneOutcome> {
  const domain = normaliseDomain(zone.domain);
  if (domain === undefined) return { kind: 'bad_domain' };
  const zoneId = makeId('zon');
  return db.transaction().execute(async (transaction) => {
    if (zone.zoneType === 'user') {
      const owner = transaction.selectFrom('workspaces').select('id').where('id', '=', zone.workspaceId);
      // others who add one wait here, so that no two of them count the same
      if (!(await owner.forNoKeyUpdate().executeTakeFirst())) return { kind: 'no_such_workspace' };
      if (zone.most !== undefined && (await countZones(transaction, zone.workspaceId)) >= zone.most) {
        return { kind: 'too_many' };
      }
    }
    const inserted = await transaction
      .insertInto('zones')
      .values({
        id: zoneId,
        domain,
        name: domain,
        zone_type: zone.zoneType,
        ...stateOf(zone),
      })
      .onConflict((conflict) => conflict.column('domain').doNothing())
      .returning('id')
      .executeTakeFirst();
    if (!inserted) return { kind: 'taken' };
    if (zone.zoneType === 'global') {
      const { isTaken } = await lockSharedDefault(transaction);
      if (zone.isDefault || !isTaken) await giveSharedDefault(transaction, zoneId);
    }
    await noteZoneChange(transaction, zoneId);
    return { kind: 'created', zoneId };
  });
}

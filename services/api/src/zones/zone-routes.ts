// GET /zones: the domains on which a workspace can have links.

import type { Db } from '@kurz/database';
import { answer, type ApiRequest, type Route } from '../http/route';
import { findDefaultZone } from './find-default-zone';
import { findZones, type ZoneRow } from './find-zones';
import type { CustomZoneView, ZoneView } from './zone-view';

type ZoneViews = { global: ZoneView[]; user: CustomZoneView[] };

/** When `defaultId` is undefined, new links have to name a domain. */
function zonesOf(rows: readonly ZoneRow[], defaultId: string | undefined): ZoneViews {
  const zones: ZoneViews = { global: [], user: [] };
  for (const row of rows) {
    const { domain, name, zone_type: zoneType, is_enabled: isEnabled } = row;
    const { tls_state: tlsState, ownership_state: ownershipState, root_redirect_url: rootRedirectURL } = row;
    const serves = isEnabled && (ownershipState === null || ownershipState === 'verified');
    const zone = { domain, name, zoneType, isEnabled: serves, isDefault: row.id === defaultId };
    // a custom domain has both states, a shared one neither: the table's checks ensure it
    if (tlsState === null || ownershipState === null) zones.global.push(zone);
    else zones.user.push({ ...zone, tlsState, ownershipState, rootRedirectURL });
  }
  return zones;
}

export function makeZoneRoutes(deps: { db: Db }): Route[] {
  const list = async ({ actor }: ApiRequest) => {
    const { id: workspaceId, defaultZoneId } = actor.workspace;
    // the same choice as for a new link without a domain
    const [rows, chosen] = await Promise.all([
      findZones(deps.db, workspaceId),
      findDefaultZone(deps.db, { workspaceId, defaultZoneId }),
    ]);
    return answer(200, zonesOf(rows, chosen?.id));
  };
  return [{ method: 'GET', path: '/zones', scope: 'domains:read', isWrite: false, handle: list }];
}

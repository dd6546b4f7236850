// The answer of GET /zones, from the rows that the workspace may see and the id of its default.

import type { ZoneRow } from './find-zones';
import type { ShownCustomZone, ShownZone } from './shown-zone';

export type ShownZones = { global: ShownZone[]; user: ShownCustomZone[] };

/** `defaultId` undefined: new links have to name a domain. */
export function zonesOf(rows: readonly ZoneRow[], defaultId: string | undefined): ShownZones {
  const zones: ShownZones = { global: [], user: [] };
  for (const row of rows) {
    const { domain, name, zone_type: zoneType, is_enabled: isEnabled } = row;
    const { tls_state: tlsState, ownership_state: ownershipState, root_redirect_url: rootRedirectURL } = row;
    const serves = isEnabled && (ownershipState === null || ownershipState === 'verified');
    const zone = { domain, name, zoneType, isEnabled: serves, isDefault: row.id === defaultId };
    // a custom domain has both states, a shared one neither: the table's checks hold it
    if (tlsState === null || ownershipState === null) zones.global.push(zone);
    else zones.user.push({ ...zone, tlsState, ownershipState, rootRedirectURL });
  }
  return zones;
}

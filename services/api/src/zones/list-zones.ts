// Every domain of the installation for its operator, by name. GET /zones has a statement of its own, because it shows a
// workspace only its own domains and the shared ones.

import type { Db } from '@kurz/database';

export type ListedZone = {
  zoneId: string;
  domain: string;
  name: string;
  zoneType: 'global' | 'user';
  workspaceId: string | null;
  isEnabled: boolean;
  isDefault: boolean;
  tlsState: string | null;
  ownershipState: string | null;
  rootRedirectUrl: string;
};

export async function listZones(db: Db): Promise<ListedZone[]> {
  return db
    .selectFrom('zones')
    .select([
      'id as zoneId',
      'domain',
      'name',
      'zone_type as zoneType',
      'workspace_id as workspaceId',
      'is_enabled as isEnabled',
      'is_default as isDefault',
      'tls_state as tlsState',
      'ownership_state as ownershipState',
      'root_redirect_url as rootRedirectUrl',
    ])
    .orderBy('domain')
    .execute();
}

// The query that every reader of a workspace's own domains starts from, and the row it gives.

import type { Db } from '@kurz/database';

export type OwnZoneRow = {
  id: string;
  domain: string;
  name: string;
  is_enabled: boolean;
  tls_state: string | null;
  ownership_state: string | null;
  ownership_token: string | null;
  root_redirect_url: string;
  proof_seen_at: Date | null;
  proof_missing_since: Date | null;
  checked_at: Date | null;
  problems: string[] | null;
  created_at: Date;
};

export function ownZoneRows(db: Db, workspaceId: string) {
  return db
    .selectFrom('zones')
    .select([
      'id',
      'domain',
      'name',
      'is_enabled',
      'tls_state',
      'ownership_state',
      'ownership_token',
      'root_redirect_url',
      'proof_seen_at',
      'proof_missing_since',
      'checked_at',
      'problems',
      'created_at',
    ])
    .where('workspace_id', '=', workspaceId);
}

export async function findOwnZone(
  db: Db,
  workspaceId: string,
  zoneId: string,
): Promise<OwnZoneRow | undefined> {
  return ownZoneRows(db, workspaceId).where('id', '=', zoneId).executeTakeFirst();
}

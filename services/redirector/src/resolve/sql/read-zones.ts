// Every zone, as the redirector needs it; there are few.

import type { Db } from '@kurz/database';

export type ZoneRow = {
  id: string;
  domain: string;
  zone_type: 'global' | 'user';
  is_enabled: boolean;
  root_redirect_url: string;
};

export function readZones(db: Db): Promise<ZoneRow[]> {
  return db
    .selectFrom('zones')
    .select(['id', 'domain', 'zone_type', 'is_enabled', 'root_redirect_url'])
    .execute();
}

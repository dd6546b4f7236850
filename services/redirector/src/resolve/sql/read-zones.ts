// Zones that may serve, as the redirector needs them. A claim of a domain serves nothing.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';

export type ZoneRow = {
  id: string;
  domain: string;
  zone_type: 'global' | 'user';
  is_enabled: boolean;
  root_redirect_url: string;
};

/** The domains of a suspended workspace lead nowhere, and no domain leads to a blocked destination. */
const rootOf = sql<string>`
  CASE WHEN is_suspended OR root_blocked_by IS NOT NULL THEN '' ELSE root_redirect_url END`;

const serving = (db: Db) =>
  db
    .selectFrom('zones')
    .select(['id', 'domain', 'zone_type', 'is_enabled', rootOf.as('root_redirect_url')])
    .where('is_proven', '=', true);

/** Up to `limit` serving zones, by id, from behind `after` on. */
export const readZonesAfter = (db: Db, after: string, limit: number): Promise<ZoneRow[]> =>
  serving(db).where('id', '>', after).orderBy('id').limit(limit).execute();

export const readZonesById = (db: Db, ids: readonly string[]): Promise<ZoneRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : serving(db)
        .where('id', 'in', [...ids])
        .execute();

export const readZonesByDomain = (db: Db, domains: readonly string[]): Promise<ZoneRow[]> =>
  domains.length === 0
    ? Promise.resolve([])
    : serving(db)
        .where('domain', 'in', [...domains])
        .execute();

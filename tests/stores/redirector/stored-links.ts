// Zones and links in the database, and their changes as the API makes them: Postgres first, then the link cache.

import type { Db } from '@kurz/database';
import type { LinkCache } from '@kurz/link-cache';
import { sql } from 'kysely';
import { linkOfRow } from '../../../services/redirector/src/resolve/sql/read-links';

export const WORKSPACE = 'ws_test';
export const SHARED_ZONE = 'zon_shared';

export async function addWorkspace(db: Db): Promise<void> {
  await db
    .insertInto('users')
    .values({ id: 'usr_test', email: 'test@example.com', email_verified_at: new Date() })
    .execute();
  await db
    .insertInto('workspaces')
    .values({ id: WORKSPACE, name: 'Test', owner_id: 'usr_test', plan: 'pro' })
    .execute();
  await addZone(db, { id: SHARED_ZONE, domain: 'kurz.example' });
}

export async function addZone(
  db: Db,
  zone: {
    id: string;
    domain: string;
    isCustom?: boolean;
    isClaim?: boolean;
    isEnabled?: boolean;
    root?: string;
  },
): Promise<void> {
  const custom = {
    workspace_id: WORKSPACE,
    zone_type: 'user',
    tls_state: 'provisioned',
    ownership_state: zone.isClaim ? 'pending' : 'verified',
  } as const;
  await db
    .insertInto('zones')
    .values({
      id: zone.id,
      domain: zone.domain,
      name: zone.domain,
      is_enabled: zone.isEnabled ?? true,
      root_redirect_url: zone.root ?? '',
      ...(zone.isCustom ? custom : { zone_type: 'global' }),
    })
    .execute();
}

export type LinkFlags = {
  zoneId?: string;
  location?: string;
  isEnabled?: boolean;
  isRestricted?: boolean;
  isUnsafe?: boolean;
};

export const locationOf = (slug: string) => `https://example.com/${slug}`;

/** Adds a link; its id is `lnk_` and the slug. */
export async function addLink(db: Db, slug: string, flags: LinkFlags = {}): Promise<void> {
  const location = flags.location ?? locationOf(slug);
  await db
    .insertInto('links')
    .values({
      id: `lnk_${slug}`,
      workspace_id: WORKSPACE,
      zone_id: flags.zoneId ?? SHARED_ZONE,
      slug,
      url: location,
      location,
      is_enabled: flags.isEnabled ?? true,
      is_restricted: flags.isRestricted ?? false,
      is_unsafe: flags.isUnsafe ?? false,
    })
    .execute();
}

/** Adds many links at once, each as `addLink` does without flags. */
export async function addLinks(db: Db, slugs: readonly string[]): Promise<void> {
  await sql`
    INSERT INTO links (id, workspace_id, zone_id, slug, url, location)
    SELECT 'lnk_' || slug, ${WORKSPACE}, ${SHARED_ZONE}, slug, ${locationOf('')} || slug, ${locationOf('')} || slug
    FROM unnest(${[...slugs]}::text[]) AS slug`.execute(db);
}

const key = (slug: string) => ({ zoneId: SHARED_ZONE, slug });

export async function deleteLink(db: Db, linkCache: LinkCache, slug: string): Promise<void> {
  await db.deleteFrom('links').where('slug', '=', slug).execute();
  const { rows } = await sql<{ version: number }>`SELECT nextval('link_versions') AS version`.execute(db);
  await linkCache.apply(key(slug), { kind: 'gone', version: rows[0]?.version ?? 0 });
}

/** Publishes the stored link as the outbox does. */
export async function publishLink(
  { db, linkCache }: { db: Db; linkCache: LinkCache },
  slug: string,
): Promise<void> {
  const row = await db.selectFrom('links').selectAll().where('slug', '=', slug).executeTakeFirstOrThrow();
  await linkCache.apply(key(slug), linkOfRow(row));
}

export type LinkChange = {
  location?: string;
  is_enabled?: boolean;
  is_restricted?: boolean;
  is_unsafe?: boolean;
  password_hash?: string | null;
  slug?: string;
};

/** Changes a link and publishes the change. */
export async function changeLink(
  db: Db,
  linkCache: LinkCache,
  slug: string,
  change: LinkChange,
): Promise<void> {
  await db
    .updateTable('links')
    .set({ ...change, version: sql<number>`nextval('link_versions')` })
    .where('slug', '=', slug)
    .execute();
  await publishLink({ db, linkCache }, change.slug ?? slug);
}

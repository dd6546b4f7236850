// Compares the three places that hold a link's state: PostgreSQL's links, the outbox, and the link cache.

import type { Db } from '@kurz/database';
import type { LinkCache } from '@kurz/link-cache';
import { SHARED_ZONE } from '../../stores/redirector/stored-links';

/** Lists changes that are still pending and entries that differ from PostgreSQL. A missing entry is no fault. */
export async function linkCacheFaults(
  { db, linkCache }: { db: Db; linkCache: LinkCache },
  slugs: readonly string[],
): Promise<string[]> {
  const rows = await db.selectFrom('links').select(['slug', 'location', 'is_enabled', 'version']).execute();
  const links = new Map(rows.map((row) => [row.slug, row]));
  const waiting = await db.selectFrom('link_changes').select('slug').execute();
  const faults = waiting.map(({ slug }) => `${slug}: its change waits`);
  for (const slug of slugs) {
    const entry = await linkCache.get({ zoneId: SHARED_ZONE, slug });
    const link = links.get(slug);
    if (!entry) continue;
    const said = entry.kind === 'gone' ? 'gone' : `${entry.version} ${entry.state} ${entry.location}`;
    const state = link?.is_enabled ? 'enabled' : 'paused';
    const should = link ? `${link.version} ${state} ${link.location}` : 'gone';
    if (said !== should) faults.push(`${slug}: the link cache says ${said}, not ${should}`);
  }
  return faults;
}

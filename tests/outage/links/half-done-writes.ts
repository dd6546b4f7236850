// Looks in PostgreSQL for writes of which only a part is there, and for those that were answered and are not.

import type { Db } from '@kurz/database';
import { GONE, type LinkTruth } from './link-truth';

/** Every link of the database belongs to the truth. */
export async function halfDoneWrites({ db, truth }: { db: Db; truth: LinkTruth }): Promise<string[]> {
  const links = await db.selectFrom('links').select(['slug', 'location', 'is_enabled']).execute();
  const bySlug = new Map(links.map((link) => [link.slug, link.is_enabled ? link.location : GONE]));
  const faults = truth.slugs().flatMap((slug) => {
    const [is, should] = [bySlug.get(slug) ?? GONE, truth.settled(slug)];
    return should === undefined || is === should ? [] : [`${slug}: ${is}, not ${should}`];
  });
  const erasures = await db.selectFrom('erasures').select('link_id').execute();
  const quotas = await db.selectFrom('link_quota').select('used').execute();
  const used = quotas.reduce((sum, quota) => sum + quota.used, 0);
  // a link takes one of the allowance when it is made, and a deletion leaves an erasure
  const made = links.length + erasures.length;
  if (used !== made) faults.push(`${used} links were taken from the allowance, ${made} were made`);
  return faults;
}

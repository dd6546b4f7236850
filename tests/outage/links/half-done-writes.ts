// Looks in PostgreSQL for writes that are only partly stored, and for answered writes that are missing.

import type { Db } from '@kurz/database';
import { GONE, type LinkTruth } from './link-truth';

/** Requires that every link of the database is one of the truth. */
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
  // each created link uses one of the allowance; a deleted one has left an erasure
  const made = links.length + erasures.length;
  if (used !== made) faults.push(`${used} links were taken from the allowance, ${made} were made`);
  return faults;
}

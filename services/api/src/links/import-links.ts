// Creates links for an operator's import: by the same writer as the API, without a quota.

import type { Db } from '@kurz/database';
import type { AuditActor } from '../audit/audit-event';
import { findFlags } from '../destinations/find-flags';
import { lockDestinations } from '../destinations/lock-destinations';
import { lockKeys } from '../outbox/lock-keys';
import { auditNewLinks, insertLinks, type NewLink } from './insert-links';

/** The most keys that one transaction locks: all share PostgreSQL's lock table, and it is small. */
export const MAX_IMPORTED_LINKS = 500;

export type ImportedLink = Pick<NewLink, 'slug' | 'url' | 'location' | 'title'>;

/**
 * Creates at most MAX_IMPORTED_LINKS links in one transaction. A link whose slug is taken is left out. New links take
 * the flags of blocked destinations and flagged keys. Resolves with the number of links created.
 */
export function importLinks(
  db: Db,
  zone: NewLink['zone'],
  { workspaceId, by }: { workspaceId: string; by: AuditActor },
  links: readonly ImportedLink[],
): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    await lockDestinations(transaction, 'shared');
    const flags = await findFlags(
      transaction,
      links.map(({ location }) => location),
    );
    await lockKeys(
      transaction,
      links.map(({ slug }) => ({ zoneId: zone.id, slug })),
    );
    const inserted = await insertLinks(
      transaction,
      links.map((link, index) => ({
        ...link,
        workspaceId,
        zone,
        flags: flags[index] ?? { restrictedBy: null, unsafeBy: null },
      })),
    );
    const rows = inserted.flatMap((made) => made?.row ?? []);
    await auditNewLinks(transaction, rows, { workspaceId, by });
    return rows.length;
  });
}

// Deletes one link. The caller publishes the returned key before the answer.

import type { Db } from '@kurz/database';
import type { LinkCacheKey } from '@kurz/link-cache';
import { SYSTEM, type AuditActor } from '../audit/audit-event';
import { writeAuditEvents } from '../audit/write-audit-events';
import { refuse, type Refusal } from '../errors/refusal';
import { lockKeys } from '../outbox/lock-keys';
import { deleteLinkRows } from './delete-link-rows';
import { meetsIfMatch, type HeaderValue } from './entity-tag';
import { findLink, findLinkToEdit, type LinkAddress } from './find-link';
import { deletionOf } from './link-audit-event';
import type { LinkRow } from './link-rows';

/** The same number of attempts as an edit has when a concurrent rename moves the link. */
const MAX_ATTEMPTS = 5;

export type DeletedLink = { kind: 'deleted'; row: LinkRow; key: LinkCacheKey };

/** `ifMatch`: the If-Match header. A link that has changed since is not deleted. */
export type DeleteLink = (
  address: LinkAddress,
  ifMatch?: HeaderValue,
  by?: AuditActor,
) => Promise<DeletedLink | Refusal>;

type Written = DeletedLink | Refusal | { kind: 'moved' };

export function makeDeleteLink({ db }: { db: Db }): DeleteLink {
  const write = (
    found: LinkRow,
    { workspaceId, ifMatch, by }: { workspaceId: string; ifMatch: HeaderValue; by: AuditActor },
  ): Promise<Written> =>
    db.transaction().execute(async (transaction) => {
      const key = { zoneId: found.zone_id, slug: found.slug };
      await lockKeys(transaction, [key]);
      const row = await findLinkToEdit(transaction, found);
      if (!row) return { kind: 'moved' };
      if (row.is_restricted) return refuse('LINK_RESTRICTED');
      if (!meetsIfMatch(ifMatch, row.version)) return refuse('PRECONDITION_FAILED');
      await deleteLinkRows(transaction, [row]);
      await writeAuditEvents(transaction, by, [deletionOf(row, workspaceId)]);
      return { kind: 'deleted', row, key };
    });

  return async (address, ifMatch, by = SYSTEM) => {
    for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
      const found = await findLink(db, address);
      if (!found) return refuse('NOT_FOUND');
      const outcome = await write(found, { workspaceId: address.workspaceId, ifMatch, by });
      if (outcome.kind !== 'moved') return outcome;
    }
    return refuse('NOT_FOUND');
  };
}

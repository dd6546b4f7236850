// Brings the roots of custom domains in line with the list of blocked destinations, a page at a time: a root that leads
// to an entry is kept but not served. Redirectors and the audit log learn of it. A repeated run does what is left.

import type { Db } from '@kurz/database';
import type { AuditActor, AuditEvent } from '../audit/audit-event';
import { writeAuditEvents } from '../audit/write-audit-events';
import { findFlags } from '../destinations/find-flags';
import { lockDestinations } from '../destinations/lock-destinations';
import { destinationOf } from '../links/validate-destination';
import { enqueueZoneChange } from '../outbox/enqueue-changes';

type Root = {
  id: string;
  domain: string;
  workspaceId: string | null;
  url: string;
  blockedBy: number | null;
  isVerified: boolean;
};

const PAGE = 200;

const rootsAfter = (db: Db, last: string) =>
  db
    .selectFrom('zones')
    .select([
      'id',
      'domain',
      'workspace_id as workspaceId',
      'root_redirect_url as url',
      'root_blocked_by as blockedBy',
      'is_proven as isVerified',
    ])
    .where('id', '>', last)
    .where('root_redirect_url', '<>', '')
    .orderBy('id')
    .limit(PAGE)
    .forNoKeyUpdate()
    .execute();

/** Resolves with the entry that blocks each root, at its index; null when none does. */
async function entriesOf(transaction: Db, roots: readonly Root[]): Promise<(number | null)[]> {
  const locations = roots.map(({ url }) => {
    const destination = destinationOf(url);
    return destination.kind === 'destination' ? destination.location : undefined;
  });
  const known = [...new Set(locations.filter((location) => location !== undefined))];
  const flags = await findFlags(transaction, known);
  const entryOf = new Map(
    known.map((location, index) => [location, flags[index]?.restrictedBy ?? flags[index]?.unsafeBy ?? null]),
  );
  return locations.map((location) => (location === undefined ? null : (entryOf.get(location) ?? null)));
}

async function setBlocked(
  transaction: Db,
  root: Root,
  entryId: number | null,
  by: AuditActor,
): Promise<void> {
  await transaction
    .updateTable('zones')
    .set({ root_blocked_by: entryId })
    .where('id', '=', root.id)
    .execute();
  const [old, isBlocked] = [root.blockedBy !== null, entryId !== null];
  if (old === isBlocked) return;
  if (root.isVerified) await enqueueZoneChange(transaction, root.id);
  const event: AuditEvent = {
    action: 'zone.edited',
    subjectId: root.id,
    subjectName: root.domain,
    workspaceId: root.workspaceId,
    changes: { isRootBlocked: { old, new: isBlocked } },
  };
  await writeAuditEvents(transaction, by, [event]);
}

export async function sweepRoots(db: Db, onPage: () => Promise<unknown>, by: AuditActor): Promise<void> {
  for (let last = ''; ;) {
    const from = last;
    const page = await db.transaction().execute(async (transaction) => {
      await lockDestinations(transaction, 'shared');
      const roots = await rootsAfter(transaction, from);
      const entries = await entriesOf(transaction, roots);
      let changed = 0;
      for (const [index, root] of roots.entries()) {
        const entryId = entries[index] ?? null;
        if (entryId === root.blockedBy) continue;
        await setBlocked(transaction, root, entryId, by);
        changed++;
      }
      return { end: roots.at(-1)?.id, changed };
    });
    if (page.end === undefined) return;
    last = page.end;
    if (page.changed > 0) await onPage();
  }
}

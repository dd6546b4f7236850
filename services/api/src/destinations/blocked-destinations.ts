// The operator's list of blocked destinations. Each change begins a sweep, which brings the existing links in line.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';
import type { AuditAction } from '../audit/audit-action';
import { SYSTEM, type AuditActor, type AuditEvent } from '../audit/audit-event';
import { writeAuditEvents } from '../audit/write-audit-events';
import { addressOf, hashOf, type DestinationName } from './destination-name';
import type { Flag } from './find-flags';
import { lockDestinations } from './lock-destinations';

export type BlockedDestination = {
  id: number;
  kind: 'host' | 'address';
  value: string;
  mark: Flag;
  /** The link whose verdict added the entry; empty when the operator added it. */
  linkId: string;
  createdAt: Date;
};

const MAX_NAME = 1_000;
/** The process that begins a sweep runs it; other processes leave it alone for this long. */
const CLAIM = '30 seconds';

/** An event of the whole installation. The subject's id is the start of its hash, because an address may be long. */
const eventOf = (action: AuditAction, name: DestinationName, mark: Flag): AuditEvent => ({
  action,
  subjectId: hashOf(name).toString('hex').slice(0, 32),
  subjectName: name.value.slice(0, MAX_NAME),
  workspaceId: null,
  changes: { mark: action === 'destination.blocked' ? { new: mark } : { old: mark } },
});

async function addSweeps(transaction: Db, entryIds: readonly number[]): Promise<void> {
  if (entryIds.length === 0) return;
  await transaction
    .insertInto('link_sweeps')
    .values(entryIds.map((entry_id) => ({ entry_id, claimed_until: sql<Date>`now() + ${CLAIM}::interval` })))
    .execute();
}

/** In a transaction that has locked the list alone. Resolves with false when the list has the entry already. */
async function add(
  transaction: Db,
  name: DestinationName,
  { mark, linkId = '' }: { mark: Flag; linkId?: string },
): Promise<boolean> {
  const inserted = await transaction
    .insertInto('blocked_destinations')
    .values({ ...name, hash: hashOf(name), mark, link_id: linkId })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  if (inserted) await addSweeps(transaction, [inserted.id]);
  return inserted !== undefined;
}

export async function blockDestination(
  db: Db,
  name: DestinationName,
  mark: Flag,
  by: AuditActor = SYSTEM,
): Promise<boolean> {
  return db.transaction().execute(async (transaction) => {
    await lockDestinations(transaction, 'alone');
    const isNew = await add(transaction, name, { mark });
    if (isNew) await writeAuditEvents(transaction, by, [eventOf('destination.blocked', name, mark)]);
    return isNew;
  });
}

/** Removes all entries with this name, including those from verdicts on links. Resolves with their number. */
export async function unblockDestination(
  db: Db,
  name: DestinationName,
  mark?: Flag,
  by: AuditActor = SYSTEM,
): Promise<number> {
  return db.transaction().execute(async (transaction) => {
    await lockDestinations(transaction, 'alone');
    let removing = transaction.deleteFrom('blocked_destinations').where('hash', '=', hashOf(name));
    if (mark !== undefined) removing = removing.where('mark', '=', mark);
    const removed = await removing.returning(['id', 'mark']).execute();
    const flags = [...new Set(removed.map((entry) => entry.mark))];
    await writeAuditEvents(
      transaction,
      by,
      flags.map((lifted) => eventOf('destination.unblocked', name, lifted)),
    );
    await addSweeps(
      transaction,
      removed.map(({ id }) => id),
    );
    return removed.length;
  });
}

/** Adds the destination of a link, by a verdict on the link. In a transaction that has locked the list alone. */
export async function blockOfLink(
  transaction: Db,
  { linkId, location, mark }: { linkId: string; location: string; mark: Flag },
): Promise<void> {
  await add(transaction, addressOf(location), { mark, linkId });
}

/** Removes what verdicts have added for this link, or for another that leads to the same address. */
export async function unblockOfLink(
  transaction: Db,
  { linkId, location, mark }: { linkId: string; location: string; mark: Flag },
): Promise<void> {
  const removed = await transaction
    .deleteFrom('blocked_destinations')
    .where('mark', '=', mark)
    .where('link_id', '<>', '')
    .where((entry) =>
      entry.or([entry('link_id', '=', linkId), entry('hash', '=', hashOf(addressOf(location)))]),
    )
    .returning('id')
    .execute();
  await addSweeps(
    transaction,
    removed.map(({ id }) => id),
  );
}

/** The oldest first. */
export async function listBlockedDestinations(db: Db): Promise<BlockedDestination[]> {
  return db
    .selectFrom('blocked_destinations')
    .select(['id', 'kind', 'value', 'mark', 'link_id as linkId', 'created_at as createdAt'])
    .orderBy('id')
    .execute();
}

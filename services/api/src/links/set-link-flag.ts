// The service's own verdicts on a link: restricted under the abuse policy, or unsafe because of where it leads.
// Redirects follow once the change is applied. The verdict also enters the list of blocked destinations, so that it
// outlives the link.

import type { Db } from '@kurz/database';
import { SYSTEM, type AuditActor, type AuditEvent } from '../audit/audit-event';
import { writeAuditEvents } from '../audit/write-audit-events';
import { blockOfLink, unblockOfLink } from '../destinations/blocked-destinations';
import { findFlags, type Flag } from '../destinations/find-flags';
import { lockDestinations } from '../destinations/lock-destinations';
import { enqueueChange } from '../outbox/enqueue-changes';
import { lockKeys } from '../outbox/lock-keys';
import { normaliseDomain } from '../zones/normalise-domain';
import type { LinkUpdate } from './changes-of';
import { findLinkAt } from './find-link-at';
import { actionOfFlag } from './link-audit-event';
import { liftFlags } from './flagged-keys';
import { updateLink } from './update-link';

export type SetLinkFlagOutcome =
  | { kind: 'changed' | 'unchanged'; linkId: string; workspaceId: string }
  /** The link is gone, and its mark was still at its key. */
  | { kind: 'key_lifted' }
  | { kind: 'no_such_link' }
  /** The operator blocked its destination: the mark ends with that entry. */
  | { kind: 'blocked'; entryId: number };

/** `isForLinkAlone`: the verdict does not block the link's destination. */
export type Verdict = { mark: Flag; isFlagged: boolean; isForLinkAlone?: boolean };
type FoundLink = NonNullable<Awaited<ReturnType<typeof findLinkAt>>>;

const updateOf = (mark: Flag, isFlagged: boolean): LinkUpdate =>
  mark === 'unsafe'
    ? { is_unsafe: isFlagged, unsafe_by: null }
    : { is_restricted: isFlagged, restricted_by: null };

const isSoAlready = (link: FoundLink, { mark, isFlagged }: Verdict) =>
  mark === 'unsafe'
    ? link.is_unsafe === isFlagged && link.unsafe_by === null
    : link.is_restricted === isFlagged && link.restricted_by === null;

/** Resolves with the entry that still gives the link the mark that is to be lifted. */
async function changeList(
  transaction: Db,
  { id: linkId, location, expired_location, condition_locations }: FoundLink,
  { mark, isFlagged, isForLinkAlone = false }: Verdict,
): Promise<number | null> {
  if (isFlagged) {
    if (!isForLinkAlone) await blockOfLink(transaction, { linkId, location, mark });
    return null;
  }
  await unblockOfLink(transaction, { linkId, location, mark });
  const locations = [location, expired_location ?? [], condition_locations ?? []].flat();
  const flags = await findFlags(transaction, locations);
  const entries = flags.map(({ unsafeBy, restrictedBy }) => (mark === 'unsafe' ? unsafeBy : restrictedBy));
  return entries.find((entry) => entry !== null) ?? null;
}

type NamedZone = { id: string; workspaceId: string | null };

async function findZonesOf(transaction: Db, domain: string): Promise<NamedZone[]> {
  return transaction
    .selectFrom('zones')
    .select(['id', 'workspace_id as workspaceId'])
    .where('domain', '=', domain)
    .execute();
}

/** Returns the audit event of each key; a key without a link has no id. */
async function liftKeys(
  transaction: Db,
  { domain, slug }: { domain: string; slug: string },
  zones: readonly NamedZone[],
  mark: Flag,
) {
  const lifted = await liftFlags(transaction, { domain, zoneIds: zones.map(({ id }) => id) }, { slug, mark });
  return lifted.map((zoneId) => ({
    subjectId: `${zoneId}/${slug}`,
    workspaceId: zones.find(({ id }) => id === zoneId)?.workspaceId ?? null,
  }));
}

async function setFlag(
  db: Db,
  { domain, slug }: { domain: string; slug: string },
  verdict: Verdict,
  by: AuditActor,
): Promise<SetLinkFlagOutcome> {
  const name = normaliseDomain(domain);
  if (name === undefined) return { kind: 'no_such_link' };
  return db.transaction().execute(async (transaction) => {
    await lockDestinations(transaction, 'alone');
    const zones = await findZonesOf(transaction, name);
    await lockKeys(
      transaction,
      zones.map((zone) => ({ zoneId: zone.id, slug })),
    );
    const link = await findLinkAt(transaction, name, slug);
    const entryId = link ? await changeList(transaction, link, verdict) : null;
    if (entryId !== null) return { kind: 'blocked', entryId };
    const lifted = verdict.isFlagged
      ? []
      : await liftKeys(transaction, { domain: name, slug }, zones, verdict.mark);
    const write = (events: readonly Pick<AuditEvent, 'workspaceId' | 'subjectId'>[]) =>
      writeAuditEvents(
        transaction,
        by,
        events.map((event) => ({
          action: actionOfFlag(verdict.mark, verdict.isFlagged),
          subjectName: `${name}/${slug}`,
          ...event,
        })),
      );
    if (!link) {
      await write(lifted);
      return { kind: lifted.length > 0 ? 'key_lifted' : 'no_such_link' };
    }
    const { id: linkId, workspace_id: workspaceId } = link;
    const isUnchanged = isSoAlready(link, verdict);
    if (isUnchanged && lifted.length === 0) return { kind: 'unchanged', linkId, workspaceId };
    if (!isUnchanged) {
      await updateLink(transaction, linkId, updateOf(verdict.mark, verdict.isFlagged));
      await enqueueChange(transaction, { zoneId: link.zone_id, slug });
    }
    await write([{ subjectId: linkId, workspaceId }]);
    return { kind: 'changed', linkId, workspaceId };
  });
}

/** A restricted link answers 410, whatever its other state; its owner can edit but neither delete nor rename it. */
export function setLinkRestricted(
  db: Db,
  domain: string,
  slug: string,
  isFlagged: boolean,
  by: AuditActor = SYSTEM,
  isForLinkAlone = false,
): Promise<SetLinkFlagOutcome> {
  return setFlag(db, { domain, slug }, { mark: 'restricted', isFlagged, isForLinkAlone }, by);
}

/** Visitors of an unsafe link are warned first. A new destination does not lift it: it could lead to the old one. */
export function setLinkUnsafe(
  db: Db,
  domain: string,
  slug: string,
  isFlagged: boolean,
  by: AuditActor = SYSTEM,
  isForLinkAlone = false,
): Promise<SetLinkFlagOutcome> {
  return setFlag(db, { domain, slug }, { mark: 'unsafe', isFlagged, isForLinkAlone }, by);
}

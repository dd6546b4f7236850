// The service's own verdicts on a link: restricted under the abuse policy, or unsafe because of where it leads.
// Redirects follow once the change is applied. The verdict also enters the list of blocked destinations, so that it
// outlives the link.

import type { Db } from '@kurz/database';
import type { AuditAction } from '../audit/audit-action';
import { SYSTEM, type AuditActor } from '../audit/audit-event';
import { writeAuditEvents } from '../audit/write-audit-events';
import { blockOfLink, unblockOfLink } from '../destinations/blocked-destinations';
import { findMarks, type Mark } from '../destinations/find-marks';
import { lockDestinations } from '../destinations/lock-destinations';
import { addChange } from '../outbox/add-changes';
import { lockKeys } from '../outbox/lock-keys';
import { normaliseDomain } from '../zones/normalise-domain';
import type { LinkUpdate } from './changes-of';
import { findLinkAt } from './find-link-at';
import { updateLink } from './update-link';

export type SetLinkFlagOutcome =
  | { kind: 'changed' | 'unchanged'; linkId: string; workspaceId: string }
  | { kind: 'no_such_link' }
  /** The operator blocked its destination: the mark ends with that entry. */
  | { kind: 'blocked'; entryId: number };

/** `isForLinkAlone`: its destination is not blocked. */
export type Verdict = { mark: Mark; isMarked: boolean; isForLinkAlone?: boolean };
type FoundLink = NonNullable<Awaited<ReturnType<typeof findLinkAt>>>;

function actionOf({ mark, isMarked }: Verdict): AuditAction {
  if (mark === 'restricted') return isMarked ? 'link.restricted' : 'link.unrestricted';
  return isMarked ? 'link.marked_unsafe' : 'link.marked_safe';
}

const updateOf = (mark: Mark, isMarked: boolean): LinkUpdate =>
  mark === 'unsafe'
    ? { is_unsafe: isMarked, unsafe_by: null }
    : { is_restricted: isMarked, restricted_by: null };

const isSoAlready = (link: FoundLink, { mark, isMarked }: Verdict) =>
  mark === 'unsafe'
    ? link.is_unsafe === isMarked && link.unsafe_by === null
    : link.is_restricted === isMarked && link.restricted_by === null;

/** Resolves with the entry that still gives the link the mark that is to be lifted. */
async function changeList(
  transaction: Db,
  { id: linkId, location }: FoundLink,
  { mark, isMarked, isForLinkAlone = false }: Verdict,
): Promise<number | null> {
  if (isMarked) {
    if (!isForLinkAlone) await blockOfLink(transaction, { linkId, location, mark });
    return null;
  }
  await unblockOfLink(transaction, { linkId, location, mark });
  const [marks] = await findMarks(transaction, [location]);
  return (mark === 'unsafe' ? marks?.unsafeBy : marks?.restrictedBy) ?? null;
}

async function setFlag(
  db: Db,
  { domain, slug }: { domain: string; slug: string },
  verdict: Verdict,
  by: AuditActor,
): Promise<SetLinkFlagOutcome> {
  const name = normaliseDomain(domain);
  const found = name === undefined ? undefined : await findLinkAt(db, name, slug);
  if (!found) return { kind: 'no_such_link' };
  const key = { zoneId: found.zone_id, slug };
  return db.transaction().execute(async (transaction) => {
    await lockDestinations(transaction, 'alone');
    await lockKeys(transaction, [key]);
    const link = await findLinkAt(transaction, found.domain, slug);
    if (!link) return { kind: 'no_such_link' };
    const entryId = await changeList(transaction, link, verdict);
    if (entryId !== null) return { kind: 'blocked', entryId };
    const { id: linkId, workspace_id: workspaceId } = link;
    if (isSoAlready(link, verdict)) return { kind: 'unchanged', linkId, workspaceId };
    await updateLink(transaction, linkId, updateOf(verdict.mark, verdict.isMarked));
    await addChange(transaction, key);
    const subject = { subjectId: linkId, subjectName: `${link.domain}/${slug}` };
    await writeAuditEvents(transaction, by, [{ action: actionOf(verdict), workspaceId, ...subject }]);
    return { kind: 'changed', linkId, workspaceId };
  });
}

/** A restricted link answers 410, whatever else is said of it; its owner can edit but neither delete nor rename it. */
export function setLinkRestricted(
  db: Db,
  domain: string,
  slug: string,
  isMarked: boolean,
  by: AuditActor = SYSTEM,
  isForLinkAlone = false,
): Promise<SetLinkFlagOutcome> {
  return setFlag(db, { domain, slug }, { mark: 'restricted', isMarked, isForLinkAlone }, by);
}

/** Visitors of an unsafe link are warned first. A new destination does not lift it: it could lead to the old one. */
export function setLinkUnsafe(
  db: Db,
  domain: string,
  slug: string,
  isMarked: boolean,
  by: AuditActor = SYSTEM,
  isForLinkAlone = false,
): Promise<SetLinkFlagOutcome> {
  return setFlag(db, { domain, slug }, { mark: 'unsafe', isMarked, isForLinkAlone }, by);
}

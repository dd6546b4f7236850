// The service's own verdicts on a link: restricted under the abuse policy, or unsafe because of where it leads. The
// admin command hands in the short URL's parts and has the change applied; redirects answer accordingly from then on.

import type { Db } from '@kurz/database';
import { normaliseDomain } from '../zones/normalise-domain';
import { addChange } from './add-change';
import type { LinkUpdate } from './changes-of';
import { findLinkAt } from './find-link-at';
import { lockKeys } from './lock-keys';
import { updateLink } from './update-link';

export type SetLinkFlagOutcome =
  { kind: 'changed' | 'unchanged'; linkId: string; workspaceId: string } | { kind: 'no_such_link' };

type Verdict = Pick<LinkUpdate, 'is_restricted' | 'is_unsafe'>;

async function setFlag(db: Db, domain: string, slug: string, verdict: Verdict): Promise<SetLinkFlagOutcome> {
  const name = normaliseDomain(domain);
  const found = name === undefined ? undefined : await findLinkAt(db, name, slug);
  if (!found) return { kind: 'no_such_link' };
  const key = { zoneId: found.zone_id, slug };
  return db.transaction().execute(async (transaction) => {
    await lockKeys(transaction, [key]);
    const link = await findLinkAt(transaction, found.domain, slug);
    if (!link) return { kind: 'no_such_link' };
    const { id: linkId, workspace_id: workspaceId } = link;
    const { is_restricted = link.is_restricted, is_unsafe = link.is_unsafe } = verdict;
    if (is_restricted === link.is_restricted && is_unsafe === link.is_unsafe)
      return { kind: 'unchanged', linkId, workspaceId };
    await updateLink(transaction, linkId, verdict);
    await addChange(transaction, key);
    return { kind: 'changed', linkId, workspaceId };
  });
}

/** A restricted link answers 410, whatever else is said of it; its owner can edit but neither delete nor rename it. */
export function setLinkRestricted(
  db: Db,
  domain: string,
  slug: string,
  isRestricted: boolean,
): Promise<SetLinkFlagOutcome> {
  return setFlag(db, domain, slug, { is_restricted: isRestricted });
}

/** Visitors of an unsafe link are warned first. A new destination does not lift it: it could lead to the old one. */
export function setLinkUnsafe(
  db: Db,
  domain: string,
  slug: string,
  isUnsafe: boolean,
): Promise<SetLinkFlagOutcome> {
  return setFlag(db, domain, slug, { is_unsafe: isUnsafe });
}

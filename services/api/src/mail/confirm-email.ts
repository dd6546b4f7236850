// Uses a mailed link to prove the address of the person who is signed in. Whoever opens the link of somebody else's
// account proves nothing, so a squatter cannot have the address's owner do it for them.

import type { Db } from '@kurz/database';
import type { AuditActor } from '../audit/audit-event';
import { proveEmail } from '../people/prove-email';
import { dropEmailLinks, findEmailLink, useEmailLink } from './email-links';

export async function confirmEmail(
  db: Db,
  confirmation: { secretHashes: readonly Buffer[]; userId: string; now: Date },
  by: AuditActor,
): Promise<{ kind: 'proven' | 'no_such_link' }> {
  const { secretHashes, userId, now } = confirmation;
  return db.transaction().execute(async (transaction) => {
    const link = await findEmailLink(transaction, { kind: 'email-proof', secretHashes, now });
    if (link?.userId !== userId || !(await useEmailLink(transaction, link.id))) {
      return { kind: 'no_such_link' };
    }
    const { kind } = await proveEmail(transaction, { userId, email: link.email, now }, by);
    await dropEmailLinks(transaction, userId);
    return { kind: kind === 'proven' ? 'proven' : 'no_such_link' };
  });
}

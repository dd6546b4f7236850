// Limits the mails that invitations send: per person, per address and workspace, per address, and per workspace.
// Withdrawing an invitation and making it again counts as well, and so does deleting the workspace. An invitation that
// sends no mail does not count.

import { createHash } from 'node:crypto';
import type { Refusal } from '../../errors/refusal';
import type { MakeCounter } from '../../rate-limits/make-counters';
import { takeEach } from '../../rate-limits/take-each';

const WINDOW_SECONDS = 86_400;
export const MAILS_PER_ADDRESS_AND_WORKSPACE = 3;
export const MAILS_PER_ADDRESS = 10;
/** For each open invitation that a workspace may have. */
const MAILS_PER_OPEN_INVITATION = 2;

export type TakeInvitationMail = (mail: {
  userId: string;
  workspaceId: string;
  email: string;
}) => Promise<CountedMail | Refusal>;

/** `cancel`: to be called when no mail was sent. */
export type CountedMail = { kind: 'taken'; cancel: () => Promise<void> };

export function makeTakeInvitationMail(
  deps: { makeCounter: MakeCounter },
  { maxInvitations, maxPersonInvitations }: { maxInvitations: number; maxPersonInvitations: number },
): TakeInvitationMail {
  const counter = deps.makeCounter('invitation-mails', WINDOW_SECONDS);
  return async ({ userId, workspaceId, email }) => {
    const address = createHash('sha256').update(email.trim().toLowerCase()).digest('base64url');
    // the person first: a person who is over the limit takes nothing from what may be mailed to the address
    return takeEach([
      { counter, key: `person:${userId}`, requests: maxPersonInvitations },
      { counter, key: `both:${workspaceId}:${address}`, requests: MAILS_PER_ADDRESS_AND_WORKSPACE },
      { counter, key: `workspace:${workspaceId}`, requests: MAILS_PER_OPEN_INVITATION * maxInvitations },
      { counter, key: `email:${address}`, requests: MAILS_PER_ADDRESS },
    ]);
  };
}

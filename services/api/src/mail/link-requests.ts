// Limits requests for mailed links: of one kind for one e-mail address, and from one client address. Requests for an
// address without an account count alike. Any account that claims the address can request verifications, so they take
// nothing from the resets of its owner.

import { createHash } from 'node:crypto';
import type { Refusal } from '../errors/refusal';
import type { MakeCounter } from '../rate-limits/make-counters';
import { takeEach } from '../rate-limits/take-each';
import type { EmailLinkKind } from './email-links';

const WINDOW_SECONDS = 3_600;
export const LINKS_PER_EMAIL = 5;
/** An office behind one address has more than one forgetful person. */
export const LINKS_PER_CLIENT = 30;

export type TakeLinkRequest = (asked: {
  kind: EmailLinkKind;
  email: string;
  clientAddress: string;
}) => Promise<{ kind: 'taken'; cancel: () => Promise<void> } | Refusal>;

export function makeTakeLinkRequest(deps: { makeCounter: MakeCounter }): TakeLinkRequest {
  const counter = deps.makeCounter('mailed-links', WINDOW_SECONDS);
  return async ({ kind, email, clientAddress }) => {
    const account = createHash('sha256').update(email.trim().toLowerCase()).digest('base64url');
    return takeEach([
      { counter, key: `address:${clientAddress}`, requests: LINKS_PER_CLIENT },
      { counter, key: `${kind}:${account}`, requests: LINKS_PER_EMAIL },
    ]);
  };
}

// The gate in front of links with a password.
//
// GET without a cookie → the form. POST → the attempts of this address, the link in PostgreSQL, the check → a cookie
// and the way back to the same address. GET with the cookie → the link in PostgreSQL → where it leads: that is the
// visit. The destination is read from PostgreSQL each time and kept nowhere. While PostgreSQL is away the form says so.

import { addressKeyOf } from '@kurz/click-event';
import { PASSWORD_CONDITION, type CachedLink } from '@kurz/link-cache';
import { linkPasswordOf } from '@kurz/password-hash';
import { clientAddressOf } from '@kurz/process';
import type { SentForm } from '../request/read-form';
import type { Sender } from '../request/visitor-request';
import { isLinkSendable, linkAt, type LinkAt } from '../resolve/link-at';
import type { CheckPassword } from './check-password';
import type { PasswordAttempts } from './password-attempts';
import type { GuardedLookUp, LookUpGuarded } from './look-up-guarded';
import { isUnlockedBy, unlockClaimsOf, unlockCookie, type UnlockClaim } from './unlock-cookie';
import { wayBackOf } from './way-back-of';

type Path = { slug: string; isScan: boolean };

/** The form is shown, with the outcome of the password that was sent, if any. */
export type PasswordPrompt =
  { kind: 'asked' | 'unusable' | 'wrong' | 'unavailable' } | { kind: 'used_up'; seconds: number };

/** `opened`: the link as it is behind its password. */
export type Passed = { kind: 'opened'; outcome: LinkAt } | PasswordPrompt;

/** `cookie`: a Set-Cookie header; undefined: the link has no password any more. */
export type Unlocked = { kind: 'unlocked'; location: string; cookie?: string } | PasswordPrompt;

export type PasswordGate = {
  /** Returns a promise only for a visitor with a cookie. */
  pass: (link: CachedLink, path: Path, sender: Sender) => Passed | Promise<Passed>;
  unlock: (
    link: CachedLink,
    path: Path,
    asked: { target: string; sender: Sender; form: SentForm },
  ) => Promise<Unlocked>;
};

export type PasswordGateDeps = {
  lookUp: LookUpGuarded['of'];
  check: CheckPassword;
  attempts: Pick<PasswordAttempts, 'secondsLeft' | 'take'>;
  /** ms since the epoch. */
  now: () => number;
};

const UNAVAILABLE = { kind: 'unavailable' } as const;
const ASKED = { kind: 'asked' } as const;

export const hasPassword = ({ conditional }: CachedLink): boolean => conditional?.text === PASSWORD_CONDITION;

export function makePasswordGate(deps: PasswordGateDeps, config: { trustedProxies: number }): PasswordGate {
  const { lookUp, check, attempts, now } = deps;

  const read = async ({ linkId }: CachedLink, { slug }: Path): Promise<GuardedLookUp> => {
    const answered = await lookUp(linkId);
    // a link whose slug has changed meanwhile is not at this path
    const isOther = answered.kind === 'read' && answered.found?.slug !== slug;
    return isOther ? { kind: 'read', found: undefined } : answered;
  };

  const passWith = async (link: CachedLink, path: Path, claims: readonly UnlockClaim[]): Promise<Passed> => {
    const answered = await read(link, path);
    if (answered.kind === 'away') return UNAVAILABLE;
    const { found } = answered;
    if (!found) return { kind: 'opened', outcome: { kind: 'gone', version: 0 } };
    const { passwordHash } = found;
    if (passwordHash !== null && !isUnlockedBy(claims, { linkId: link.linkId, passwordHash })) return ASKED;
    return isLinkSendable(found.link) ? { kind: 'opened', outcome: linkAt(found.link, now) } : UNAVAILABLE;
  };

  return {
    pass: (link, path, { cookie }) => {
      const claims = unlockClaimsOf(cookie, now());
      return claims.length === 0 ? ASKED : passWith(link, path, claims);
    },
    unlock: async (link, path, { target, sender, form }) => {
      const { linkId } = link;
      const { remoteAddress, forwardedFor } = sender;
      const address = addressKeyOf(clientAddressOf(remoteAddress, forwardedFor, config.trustedProxies));
      const seconds = attempts.secondsLeft({ linkId, address });
      if (seconds !== undefined) return { kind: 'used_up', seconds };
      const sent = await form.read();
      const password = linkPasswordOf((sent.kind === 'form' && sent.fields.get('password')) || '');
      if (password.kind === 'refused') return { kind: 'unusable' };
      const answered = await read(link, path);
      if (answered.kind === 'away') return UNAVAILABLE;
      const passwordHash = answered.found?.passwordHash ?? null;
      const back = wayBackOf(path, target);
      // the link is gone, or open to all: its address says so
      if (passwordHash === null) return { kind: 'unlocked', location: back.location };
      const taken = await attempts.take({ linkId, passwordHash, address });
      if (taken.kind === 'used_up') return taken;
      const verdict = await check(passwordHash, password.text);
      if (verdict !== 'wrong') await taken.refund();
      if (verdict === 'busy') return UNAVAILABLE;
      if (verdict === 'wrong') return { kind: 'wrong' };
      const terms = { path: back.path, isSecure: form.isSecure, now: now() };
      return {
        kind: 'unlocked',
        location: back.location,
        cookie: unlockCookie({ linkId, passwordHash }, terms),
      };
    },
  };
}

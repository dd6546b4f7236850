// The keys of sessions, invitations and mailed links, each for one purpose and derived from one secret of the server.
// None of them can be used for another, or for the tokens' hashes.

import { hkdfSync } from 'node:crypto';
import type { KeyRing } from '../access/key-ring';

export type SessionKeys = {
  /** Signs access tokens (HS256). */
  access: KeyRing;
  /** Keys the hashes of refresh tokens. */
  refresh: KeyRing;
  /** Signs the cookies of known browsers. */
  browser: KeyRing;
  /** Keys the hashes of invitations. */
  invitation: KeyRing;
  /** For mailed links: `secret` derives their secrets, and `link` keys the hashes of these. */
  mail: { secret: KeyRing; link: KeyRing };
  /** Seals the secrets of second factors. */
  secondFactor: KeyRing;
  /** Signs the tickets between the two steps of a sign-in. */
  ticket: KeyRing;
};

const KEY_BYTES = 32;

type Secrets = {
  tokenPepper: string;
  oldTokenPepper?: string;
  sessionSecret?: string;
  oldSessionSecret?: string;
};

/**
 * Uses the peppers when sessions have no secret of their own. When a secret is no longer known, every session made
 * under it ends.
 */
export function sessionKeysOf(settings: Secrets): SessionKeys {
  const { tokenPepper, oldTokenPepper, sessionSecret, oldSessionSecret } = settings;
  const secret = sessionSecret ?? tokenPepper;
  const old = oldSessionSecret ?? (sessionSecret === undefined ? oldTokenPepper : undefined);
  const derive = (from: string, purpose: string) =>
    Buffer.from(hkdfSync('sha256', from, 'kurz', `${purpose}, version 1`, KEY_BYTES));
  const ring = (purpose: string): KeyRing =>
    old === undefined ? [derive(secret, purpose)] : [derive(secret, purpose), derive(old, purpose)];
  return {
    access: ring('session access token'),
    refresh: ring('session refresh token'),
    browser: ring('known browser'),
    invitation: ring('workspace invitation'),
    secondFactor: ring('secret of a second factor'),
    ticket: ring('ticket of a sign-in'),
    mail: { secret: ring('secret of a mailed link'), link: ring('mailed link') },
  };
}

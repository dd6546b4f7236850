// The keys of sessions and invitations, each for one purpose and derived from one secret of the server, so that none
// of them can be put to the use of another or of the tokens' hashes.

import { hkdfSync } from 'node:crypto';

export type SessionKeys = {
  /** Signs access tokens (HS256). */
  access: Buffer;
  /** Keys the hashes of refresh tokens. */
  refresh: Buffer;
  /** Keys the hashes of invitations. */
  invitation: Buffer;
};

const KEY_BYTES = 32;

/** The pepper serves where there is no secret of its own for sessions. Another secret ends every session. */
export function sessionKeysOf(settings: { tokenPepper: string; sessionSecret?: string }): SessionKeys {
  const secret = settings.sessionSecret ?? settings.tokenPepper;
  const derive = (purpose: string) =>
    Buffer.from(hkdfSync('sha256', secret, 'kurz', `${purpose}, version 1`, KEY_BYTES));
  return {
    access: derive('session access token'),
    refresh: derive('session refresh token'),
    invitation: derive('workspace invitation'),
  };
}

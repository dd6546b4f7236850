// The short-lived proof of a session that the access cookie holds: a JWT under one algorithm. The session
// itself is looked up with every request, so a token outlives neither sign-out nor a change of password.

import { createSecretKey, type KeyObject } from 'node:crypto';
import type { Clock } from '@kurz/process';
import { sign, verify } from 'jsonwebtoken';
import type { KeyRing } from '../access/key-ring';

export const ACCESS_SECONDS = 15 * 60;

const ALGORITHM = 'HS256';
const ISSUER = 'kurz';
const AUDIENCE = 'kurz-console';
/** Explicit typing separates it from every other JWT, whatever the key (RFC 8725 §3.11). */
const TYPE = 'kurz-access+jwt';

export type AccessClaims = { userId: string; sessionId: string };

export type AccessTokens = {
  make: (claims: AccessClaims) => string;
  /** Undefined for everything that is not a valid token of ours, for whatever reason. */
  read: (token: string | undefined) => AccessClaims | undefined;
};

export function makeAccessTokens(deps: { clock: Clock }, settings: { keys: KeyRing }): AccessTokens {
  const seconds = () => Math.floor(deps.clock.now() / 1_000);

  // key objects, because with bytes the library checks for each token that they are no public key
  const keys = settings.keys.map((key) => createSecretKey(key));
  const newest = createSecretKey(settings.keys[0]);

  function verified(token: string, key: KeyObject) {
    try {
      return verify(token, key, {
        algorithms: [ALGORITHM],
        issuer: ISSUER,
        audience: AUDIENCE,
        maxAge: ACCESS_SECONDS,
        clockTimestamp: seconds(),
        complete: true,
      });
    } catch {
      return undefined;
    }
  }

  return {
    make: ({ userId, sessionId }) =>
      sign({ sid: sessionId, iat: seconds(), exp: seconds() + ACCESS_SECONDS }, newest, {
        algorithm: ALGORITHM,
        header: { alg: ALGORITHM, typ: TYPE },
        issuer: ISSUER,
        audience: AUDIENCE,
        subject: userId,
      }),
    read: (token) => {
      if (token === undefined) return undefined;
      const read = keys.map((key) => verified(token, key)).find((each) => each !== undefined);
      if (!read || read.header.typ !== TYPE || typeof read.payload === 'string') return undefined;
      const { sub, exp } = read.payload;
      const sessionId: unknown = read.payload['sid'];
      if (sub === undefined || exp === undefined || typeof sessionId !== 'string') return undefined;
      return { userId: sub, sessionId };
    },
  };
}

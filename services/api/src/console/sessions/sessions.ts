// Sessions as the endpoints use them: each operation takes and gives the cookies that the browser holds.

import type { Db } from '@kurz/database';
import type { Clock, Log } from '@kurz/process';
import type { PublicRequest } from '../console-route';
import type { AccessTokens } from './access-token';
import { findTokenSession } from './find-token-session';
import { openSession } from './open-session';
import { revokeSessions } from './revoke-sessions';
import { rotateSession } from './rotate-session';
import { ACCESS_COOKIE, REFRESH_COOKIE, REFRESH_SECONDS, sessionCookiesOf } from './session-cookies';
import { hashSessionSecret, makeSessionSecret } from './session-secret';

type Carried = Pick<PublicRequest, 'cookies' | 'isSecure'>;

export type Sessions = {
  /** Begins one and ends the one that the browser had. `passwordHash`: what the password was checked against. */
  open: (
    user: { userId: string; passwordHash: string },
    carried: Carried,
  ) => Promise<{ kind: 'opened'; cookies: string[] } | { kind: 'password_changed' }>;
  renew: (
    carried: Carried,
  ) => Promise<{ kind: 'renewed'; cookies: string[] } | { kind: 'just_replaced' } | { kind: 'ended' }>;
  /** Ends the one that the browser has, if any. */
  end: (carried: Pick<Carried, 'cookies'>) => Promise<void>;
};

type Deps = { db: Db; clock: Clock; log: Log; accessTokens: AccessTokens };

export function makeSessions(deps: Deps, settings: { refreshKey: Buffer }): Sessions {
  const { db, clock, log, accessTokens } = deps;
  const { refreshKey } = settings;

  /** A refresh token with what is stored of it. */
  function nextToken() {
    const refreshToken = makeSessionSecret();
    const secretHash = hashSessionSecret(refreshToken, refreshKey);
    if (!secretHash) throw new Error('a new refresh token does not have its own shape');
    const now = new Date(clock.now());
    return { refreshToken, secretHash, now, expiresAt: new Date(now.getTime() + REFRESH_SECONDS * 1_000) };
  }

  async function end({ cookies }: Pick<Carried, 'cookies'>): Promise<void> {
    const secretHash = hashSessionSecret(cookies[REFRESH_COOKIE], refreshKey);
    const found = secretHash && (await findTokenSession(db, secretHash));
    const carried = found ?? accessTokens.read(cookies[ACCESS_COOKIE]);
    if (!carried) return;
    const { userId, sessionId } = carried;
    await revokeSessions(db, userId, { kind: 'only', sessionId }, new Date(clock.now()));
  }

  return {
    open: async (user, carried) => {
      await end(carried);
      const { refreshToken, ...row } = nextToken();
      const opened = await openSession(db, { ...user, ...row });
      if (opened.kind === 'password_changed') return opened;
      const accessToken = accessTokens.make({ userId: user.userId, sessionId: opened.sessionId });
      return { kind: 'opened', cookies: sessionCookiesOf({ accessToken, refreshToken }, carried.isSecure) };
    },
    renew: async ({ cookies, isSecure }) => {
      const secretHash = hashSessionSecret(cookies[REFRESH_COOKIE], refreshKey);
      if (!secretHash) return { kind: 'ended' };
      const { refreshToken, secretHash: nextSecretHash, now, expiresAt } = nextToken();
      const outcome = await rotateSession(db, { secretHash, nextSecretHash, now, expiresAt });
      if (outcome.kind === 'reused') {
        const { userId, sessionId } = outcome;
        log.warn({ event: 'refresh_token_reused', userId, sessionId });
        return { kind: 'ended' };
      }
      if (outcome.kind !== 'rotated') return outcome;
      const accessToken = accessTokens.make(outcome);
      return { kind: 'renewed', cookies: sessionCookiesOf({ accessToken, refreshToken }, isSecure) };
    },
    end,
  };
}

// Sessions as the endpoints use them: each operation takes and returns the cookies that the browser holds.

import type { Db } from '@kurz/database';
import type { Clock, Log } from '@kurz/process';
import type { KeyRing } from '../access/key-ring';
import type { PublicRequest } from '../http/console-route';
import { lockUser } from '../people/lock-user';
import { countSecondFactors } from '../people/second-factor-rows';
import type { AccessTokens } from './access-token';
import { deviceOf } from './device-of';
import { endOldestSessions } from './end-oldest-sessions';
import { insertSession, newSessionId, type SessionRow } from './insert-session';
import type { KnownBrowsers } from './known-browsers';
import { revokeLockedSessions, revokeSessions } from './revoke-sessions';
import { rotateSession } from './rotate-session';
import { ACCESS_COOKIE, REFRESH_COOKIE, REFRESH_SECONDS, sessionCookiesOf } from './session-cookies';
import { hashesOfSessionSecret, hashSessionSecret, makeSessionSecret } from './session-secret';

type NotOpened =
  | { kind: 'password_changed' }
  | { kind: 'second_factor_needed'; hasPasskeys: boolean }
  | { kind: 'invalid_credential' };
type OpenSessionOutcome = { kind: 'opened'; sessionId: string } | NotOpened;

/** The authenticated person. `passwordHash`: the hash at the time of authentication; null when there was none. */
type Authenticated = {
  userId: string;
  passwordHash: string | null;
  isSecondFactorVerified?: boolean;
  /**
   * Uses up a credential that is valid for one sign-in, in the transaction that begins the session and holds the
   * person's lock: when that transaction fails, it is not used up. Returns false when the credential is not valid.
   */
  useCredential?: (transaction: Db) => Promise<boolean>;
};

type Owner = { userId: string; sessionId: string };

/** Locks in sorted order, so that two browsers that change places do not deadlock. */
async function lockUsers(transaction: Db, userIds: readonly string[]) {
  const locked = new Map<string, Awaited<ReturnType<typeof lockUser>>>();
  for (const userId of [...new Set(userIds)].sort()) locked.set(userId, await lockUser(transaction, userId));
  return locked;
}

/** Begins a session for a person who has just authenticated. `before`: the browser's session until now, which ends. */
async function openSession(
  db: Db,
  session: Authenticated & Omit<SessionRow, 'id' | 'sessionId'> & { before: Owner | undefined },
): Promise<OpenSessionOutcome> {
  const { passwordHash, isSecondFactorVerified = false, useCredential, before, ...row } = session;
  return db.transaction().execute(async (transaction) => {
    const users = await lockUsers(transaction, [session.userId, ...(before ? [before.userId] : [])]);
    if (useCredential && !(await useCredential(transaction))) return { kind: 'invalid_credential' };
    const user = users.get(session.userId);
    if (user?.passwordHash !== passwordHash || user.isSuspended) return { kind: 'password_changed' };
    const { hasTotp, passkeys } = await countSecondFactors(transaction, session.userId);
    const hasPasskeys = passkeys > 0;
    if (!isSecondFactorVerified && (hasTotp || hasPasskeys))
      return { kind: 'second_factor_needed', hasPasskeys };
    const sessionId = newSessionId();
    await insertSession(transaction, { ...row, id: newSessionId(), sessionId });
    await endOldestSessions(transaction, { userId: session.userId, newSessionId: sessionId });
    if (before)
      await revokeLockedSessions(
        transaction,
        before.userId,
        { kind: 'only', sessionId: before.sessionId },
        row.now,
      );
    return { kind: 'opened', sessionId };
  });
}

/** The session that a refresh token belongs to, live or not. Undefined when there is no such token. */
async function findTokenSession(db: Db, secretHashes: readonly Buffer[]): Promise<Owner | undefined> {
  return db
    .selectFrom('sessions')
    .select(['user_id as userId', 'family_id as sessionId'])
    .where('secret_hash', 'in', secretHashes)
    .executeTakeFirst();
}

type Carried = Pick<PublicRequest, 'cookies' | 'headers' | 'isSecure'>;

export type Sessions = {
  /** Begins a session, ends the one that the browser had, and makes the browser known. */
  open: (user: Authenticated, carried: Carried) => Promise<{ kind: 'opened'; cookies: string[] } | NotOpened>;
  renew: (
    carried: Carried,
  ) => Promise<{ kind: 'renewed'; cookies: string[] } | { kind: 'just_replaced' } | { kind: 'ended' }>;
  /** Ends the session that the browser has, if any. */
  end: (carried: Pick<Carried, 'cookies'>) => Promise<void>;
};

type Deps = { db: Db; clock: Clock; log: Log; accessTokens: AccessTokens; knownBrowsers: KnownBrowsers };

export function makeSessions(deps: Deps, settings: { refreshKeys: KeyRing }): Sessions {
  const { db, clock, log, accessTokens, knownBrowsers } = deps;
  const { refreshKeys } = settings;

  /** A new refresh token with the values that are stored for it. */
  function nextToken() {
    const refreshToken = makeSessionSecret();
    const secretHash = hashSessionSecret(refreshToken, refreshKeys);
    const now = new Date(clock.now());
    return { refreshToken, secretHash, now, expiresAt: new Date(now.getTime() + REFRESH_SECONDS * 1_000) };
  }

  async function carriedBy({ cookies }: Pick<Carried, 'cookies'>): Promise<Owner | undefined> {
    const secretHashes = hashesOfSessionSecret(cookies[REFRESH_COOKIE], refreshKeys);
    const found = secretHashes.length > 0 ? await findTokenSession(db, secretHashes) : undefined;
    return found ?? accessTokens.read(cookies[ACCESS_COOKIE]);
  }

  return {
    open: async (user, carried) => {
      const { refreshToken, ...row } = nextToken();
      const opened = await openSession(db, {
        ...user,
        ...row,
        device: deviceOf(carried.headers['user-agent']),
        before: await carriedBy(carried),
      });
      if (opened.kind !== 'opened') return opened;
      const accessToken = accessTokens.make({ userId: user.userId, sessionId: opened.sessionId });
      const ofSession = sessionCookiesOf({ accessToken, refreshToken }, carried.isSecure);
      // without a password there are no login attempts to count
      const known = user.passwordHash === null ? [] : [knownBrowsers.cookieOf(user, carried)];
      return { kind: 'opened', cookies: [...ofSession, ...known] };
    },
    renew: async ({ cookies, headers, isSecure }) => {
      const secretHashes = hashesOfSessionSecret(cookies[REFRESH_COOKIE], refreshKeys);
      if (secretHashes.length === 0) return { kind: 'ended' };
      const { refreshToken, secretHash: nextSecretHash, now } = nextToken();
      const device = deviceOf(headers['user-agent']);
      const outcome = await rotateSession(db, { secretHashes, nextSecretHash, now, device });
      if (outcome.kind === 'reused') {
        const { userId, sessionId } = outcome;
        log.warn({ event: 'refresh_token_reused', userId, sessionId });
        return { kind: 'ended' };
      }
      if (outcome.kind !== 'rotated') return outcome;
      const accessToken = accessTokens.make(outcome);
      const seconds = Math.floor((outcome.expiresAt.getTime() - now.getTime()) / 1_000);
      const renewed = sessionCookiesOf({ accessToken, refreshToken }, isSecure, seconds);
      return { kind: 'renewed', cookies: renewed };
    },
    end: async (carried) => {
      const owner = await carriedBy(carried);
      if (!owner) return;
      const { userId, sessionId } = owner;
      await revokeSessions(db, userId, { kind: 'only', sessionId }, { now: new Date(clock.now()) });
    },
  };
}

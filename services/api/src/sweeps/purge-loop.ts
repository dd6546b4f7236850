// Purges expired rows that hold data of people or their links, in a background loop: stored answers, invitations,
// sessions, mailed and one-time sign-in links, challenges of passkeys, unsent mails, jobs of imports, the audit log.
// Also folds the kept counts of links. A kind that fails does not hold up the others.

import type { Db } from '@kurz/database';
import { makePollLoop, type Log, type PollLoop } from '@kurz/process';
import { purgeExpiredAnswers } from '../idempotency/stored-answers';
import { foldLinkCounts, foldTagCounts } from '../links/kept-counts';
import {
  purgeAuditEvents,
  purgeEmailLinks,
  purgeImportJobs,
  purgeInvitations,
  purgeMails,
  purgePasskeyChallenges,
  purgeSessions,
  purgeSignInLinks,
} from './purge-expired-rows';

const LOOP_MS = 10 * 60_000;

/** Resolves with the number of rows, if it counts them. */
type Purge = (db: Db, auditDays: number) => Promise<number | void>;

/** Run one after the other. */
const PURGES = {
  answers: purgeExpiredAnswers,
  invitations: purgeInvitations,
  sessions: purgeSessions,
  emailLinks: purgeEmailLinks,
  signInLinks: purgeSignInLinks,
  passkeyChallenges: purgePasskeyChallenges,
  mails: purgeMails,
  importJobs: purgeImportJobs,
  auditEvents: purgeAuditEvents,
  linkCounts: foldLinkCounts,
  tagCounts: foldTagCounts,
} satisfies Record<string, Purge>;

type Failure = { kind: string; error: unknown };
class NotPurged extends Error {
  constructor(readonly failures: readonly Failure[]) {
    super(String(failures[0]?.error));
  }
}

export type PurgeLoop = Pick<PollLoop, 'start' | 'close'>;

type Deps = { db: Db; log: Log; /** A run has succeeded. */ done: () => void };

/** A year, and the extra day of a leap year. */
const AUDIT_DAYS = 366;

/**
 * A purge that fails is made up for by the next run. `auditDays`: how long the audit log is kept; `expireEveryMs`: from
 * the end of one run to the next, ten minutes by default.
 */
export function makePurgeLoop(
  { db, log, done }: Deps,
  { auditDays = AUDIT_DAYS, expireEveryMs = LOOP_MS }: { auditDays?: number; expireEveryMs?: number },
): PurgeLoop {
  const poll = async () => {
    const purged: Record<string, number> = {};
    const failures: Failure[] = [];
    for (const [kind, purge] of Object.entries<Purge>(PURGES)) {
      if (loop.isClosed()) return;
      try {
        const rows = await purge(db, auditDays);
        if (rows !== undefined) purged[kind] = rows;
      } catch (error) {
        failures.push({ kind, error });
      }
    }
    if (Object.values(purged).some((rows) => rows > 0)) log.info({ event: 'expired_rows_purged', ...purged });
    if (failures.length > 0) throw new NotPurged(failures);
    done();
  };
  const loop = makePollLoop({
    everyMs: expireEveryMs,
    poll,
    onOutage: (error) => {
      const kinds = error instanceof NotPurged ? error.failures.map(({ kind }) => kind) : [];
      log.warn({ event: 'expired_rows_not_purged', kinds, error: String(error) });
    },
  });
  return loop;
}

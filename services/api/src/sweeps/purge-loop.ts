// Purges expired rows that hold data of people or their links, in a loop beside the requests: stored answers,
// invitations, sessions, mailed and one-time sign-in links, challenges of passkeys, unsent mails, jobs of imports, the
// audit log.

import type { Db } from '@kurz/database';
import type { Log } from '@kurz/process';
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

export type PurgeLoop = { start: () => void; close: () => Promise<void> };

type Deps = { db: Db; log: Log; /** A run has succeeded. */ done: () => void };

/** A year, and the day that a leap year has more. */
const AUDIT_DAYS = 366;

/**
 * A run that fails is made up for by the next. `auditDays`: how long the audit log is kept; `expireEveryMs`: from one run
 * to the next, ten minutes by default.
 */
export function makePurgeLoop(
  { db, log, done }: Deps,
  { auditDays = AUDIT_DAYS, expireEveryMs = LOOP_MS }: { auditDays?: number; expireEveryMs?: number },
): PurgeLoop {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  const purge = async () => {
    try {
      const answers = await purgeExpiredAnswers(db);
      const invitations = await purgeInvitations(db);
      const sessions = await purgeSessions(db);
      const emailLinks = await purgeEmailLinks(db);
      const signInLinks = await purgeSignInLinks(db);
      const passkeyChallenges = await purgePasskeyChallenges(db);
      const mails = await purgeMails(db);
      const importJobs = await purgeImportJobs(db);
      const auditEvents = await purgeAuditEvents(db, auditDays);
      await foldLinkCounts(db);
      await foldTagCounts(db);
      done();
      const purged = {
        answers,
        invitations,
        sessions,
        emailLinks,
        signInLinks,
        passkeyChallenges,
        mails,
        importJobs,
        auditEvents,
      };
      if (Object.values(purged).some((rows) => rows > 0))
        log.info({ event: 'expired_rows_purged', ...purged });
    } catch (error) {
      log.warn({ event: 'expired_rows_not_purged', error: String(error) });
    }
  };

  return {
    start: () => {
      timer ??= setInterval(() => {
        running = purge();
      }, expireEveryMs);
    },
    close: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

// Removes what has expired and tells of people or their links: stored answers, invitations, sessions, mailed and one-time
// sign-in links, unsent mails, the audit log. A loop beside the requests.

import type { Db } from '@kurz/database';
import type { Log } from '@kurz/process';
import { forgetOldAuditEvents } from '../audit/forget-old-audit-events';
import { purgeExpiredAnswers } from '../idempotency/stored-answers';
import {
  forgetEmailLinks,
  forgetInvitations,
  forgetMails,
  forgetSessions,
  forgetSignInLinks,
} from './forget-expired-rows';

const LOOP_MS = 10 * 60_000;

export type ExpiryKeeper = { start: () => void; close: () => Promise<void> };

type Deps = { db: Db; log: Log; /** A turn has ended well. */ done: () => void };

/** A year, and the day that a leap year has more. */
const AUDIT_DAYS = 366;

/**
 * A turn that fails is made up for by the next. `auditDays`: how long the audit log is kept; `expireEveryMs`: from one turn
 * to the next, ten minutes by default.
 */
export function makeExpiryKeeper(
  { db, log, done }: Deps,
  { auditDays = AUDIT_DAYS, expireEveryMs = LOOP_MS }: { auditDays?: number; expireEveryMs?: number },
): ExpiryKeeper {
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> = Promise.resolve();

  const turn = async () => {
    try {
      const answers = await purgeExpiredAnswers(db);
      const invitations = await forgetInvitations(db);
      const sessions = await forgetSessions(db);
      const emailLinks = await forgetEmailLinks(db);
      const signInLinks = await forgetSignInLinks(db);
      const mails = await forgetMails(db);
      const auditEvents = await forgetOldAuditEvents(db, auditDays);
      done();
      if (answers + invitations + sessions + emailLinks + signInLinks + mails + auditEvents > 0) {
        log.info({
          event: 'expired_forgotten',
          answers,
          invitations,
          sessions,
          emailLinks,
          signInLinks,
          mails,
          auditEvents,
        });
      }
    } catch (error) {
      log.warn({ event: 'expired_not_forgotten', error: String(error) });
    }
  };

  return {
    start: () => {
      timer ??= setInterval(() => {
        running = turn();
      }, expireEveryMs);
    },
    close: async () => {
      clearInterval(timer);
      await running;
    },
  };
}

// Sends what waits in the mail outbox, beside the requests. No request waits for the mail server.

import type { Db } from '@kurz/database';
import type { Clock, Log } from '@kurz/process';
import type { KeyRing } from '../access/key-ring';
import { claimMails, dropMail, releaseMail, type PendingMail } from './mail-outbox';
import type { MailKeys } from './mailed-secret';
import { openMailTransport } from './open-mail-transport';
import { prepareMail } from './prepare-mail';
import { renderMail } from './render-mail';

export type MailSettings = {
  /** `smtp://` or `smtps://`, with name and password where the server asks for them. */
  smtpUrl: string;
  /** The sender's address. */
  from: string;
  /** What links in mails begin with, without a slash at the end. */
  appUrl: string;
};

export type MailSender = {
  start: () => void;
  /** After a mail was committed: it is sent now rather than at the next look. */
  trigger: () => void;
  close: () => Promise<void>;
};

const LOOK_MS = 2_000;
/** Longest that a stop waits for mails on their way; another process, or the next start, sends them else. */
const CLOSE_MS = 2_000;

type Deps = { db: Db; clock: Clock; log: Log; /** All that was due was tried. */ done?: () => void };

export function makeMailSender(
  { db, clock, log, done }: Deps,
  mail: MailSettings & { keys: MailKeys & { invitation: KeyRing } },
): MailSender {
  const transport = openMailTransport(mail);
  const { keys, appUrl } = mail;
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isTriggered = false;
  let isClosed = false;

  async function sendOne(pending: PendingMail): Promise<void> {
    const { id, kind, tries, expiresAt } = pending;
    const now = new Date(clock.now());
    const fields = { mail: id, kind, tries };
    if (expiresAt <= now) {
      await dropMail(db, id);
      log.warn({ event: 'mail_given_up', ...fields });
      return;
    }
    const prepared = await prepareMail(db, pending, { keys, appUrl, now });
    if (prepared.kind === 'pointless') return dropMail(db, id);
    const { recipient, content } = prepared;
    const outcome = await transport.send({ id, recipient, ...renderMail(content) });
    await (outcome.kind === 'failed' ? releaseMail(db, pending) : dropMail(db, id));
    if (outcome.kind === 'refused') log.warn({ event: 'mail_refused', ...fields, reason: outcome.reason });
    if (outcome.kind === 'failed') log.warn({ event: 'mail_not_sent', ...fields, reason: outcome.reason });
  }

  async function turn(): Promise<void> {
    try {
      for (let claimed = await claimMails(db, new Date(clock.now())); claimed.length > 0;) {
        await Promise.all(claimed.map(sendOne));
        claimed = isClosed ? [] : await claimMails(db, new Date(clock.now()));
      }
      done?.();
    } catch (error) {
      log.warn({ event: 'outbox_not_read', error: String(error) });
    }
  }

  function look(): void {
    if (isClosed) return;
    if (running) {
      isTriggered = true;
      return;
    }
    running = turn().then(() => {
      running = undefined;
      if (!isTriggered) return;
      isTriggered = false;
      look();
    });
  }

  return {
    start: () => {
      timer ??= setInterval(look, LOOK_MS);
    },
    trigger: look,
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      let late: NodeJS.Timeout | undefined;
      const patience = new Promise<void>((resolve) => {
        late = setTimeout(resolve, CLOSE_MS);
      });
      await Promise.race([running, patience]);
      clearTimeout(late);
      transport.close();
    },
  };
}

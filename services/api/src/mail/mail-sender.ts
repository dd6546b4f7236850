// Sends the mails of the mail outbox in the background: no request waits for the mail server. A process sends no mail
// twice, even when PostgreSQL did not record that the mail was sent.

import type { Db } from '@kurz/database';
import type { Clock, Log } from '@kurz/process';
import type { KeyRing } from '../access/key-ring';
import {
  AT_ONCE,
  claimMails,
  dropMail,
  dropMails,
  releaseMail,
  TRY_MS,
  type PendingMail,
} from './mail-outbox';
import type { MailKeys } from './mailed-secret';
import { openMailTransport, type MailTransport } from './open-mail-transport';
import { prepareMail } from './prepare-mail';
import { renderMail } from './render-mail';

export type MailSettings = {
  /** `smtp://` or `smtps://`, with name and password where the server asks for them. */
  smtpUrl: string;
  /** The sender's address. */
  from: string;
  /** The base address of links in mails, without a slash at the end. */
  appUrl: string;
  /** Longest try; default: two and a half minutes. */
  tryMs?: number;
};

export type MailSender = {
  start: () => void;
  /** To be called after a mail was committed: sends it now instead of at the next look. */
  trigger: () => void;
  close: () => Promise<void>;
};

const LOOK_MS = 2_000;
/** Longest that a stop waits for mails in flight. Otherwise another process, or the next start, sends them. */
const CLOSE_MS = 2_000;

type Deps = {
  db: Db;
  clock: Clock;
  log: Log;
  /** Called when all due mails are in flight, or have their turn when another mail has ended. */
  done?: () => void;
};

type Settings = MailSettings & { keys: MailKeys & { invitation: KeyRing } };

function makeSendMails({ db, clock, log }: Deps, { keys, appUrl }: Settings, transport: MailTransport) {
  /** Mails that are sent, or refused for good, and may still be in the outbox. */
  const settled = new Set<string>();

  async function sendOne(pending: PendingMail, signal: AbortSignal): Promise<void> {
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
    const outcome = await transport.send({ id, recipient, ...renderMail(content) }, signal);
    if (outcome.kind === 'refused') log.warn({ event: 'mail_refused', ...fields, reason: outcome.reason });
    if (outcome.kind === 'failed') log.warn({ event: 'mail_not_sent', ...fields, reason: outcome.reason });
    if (outcome.kind === 'failed') return releaseMail(db, pending);
    settled.add(id);
    await dropMail(db, id);
    settled.delete(id);
  }

  return {
    send: async (pending: PendingMail, signal: AbortSignal): Promise<void> => {
      if (!settled.has(pending.id)) await sendOne(pending, signal);
    },
    /** Removes the mails that could not be removed when they were sent. */
    dropSettled: async (): Promise<void> => {
      const ids = [...settled];
      await dropMails(db, ids);
      for (const id of ids) settled.delete(id);
    },
  };
}

export function makeMailSender(deps: Deps, settings: Settings): MailSender {
  const { db, log, done } = deps;
  const { tryMs = TRY_MS } = settings;
  const transport = openMailTransport(settings);
  const { send, dropSettled } = makeSendMails(deps, settings, transport);
  const sending = new Set<Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let running: Promise<void> | undefined;
  let isTriggered = false;
  let isClosed = false;

  const notRead = (error: unknown) => log.warn({ event: 'outbox_not_read', error: String(error) });

  function begin(pending: PendingMail, signal: AbortSignal): void {
    const sent: Promise<void> = send(pending, signal)
      .catch(notRead)
      .finally(() => {
        sending.delete(sent);
        look();
      });
    sending.add(sent);
  }

  /** Begins to send due mails as far as there is room. The others have their turn when a mail has ended. */
  async function sendDue(): Promise<void> {
    try {
      await dropSettled();
      for (let begun = 1; begun > 0 && sending.size < AT_ONCE && !isClosed;) {
        // the timeout begins before the claim, so that it includes a time in which the process is frozen in between
        const signal = AbortSignal.timeout(tryMs);
        const claimed = await claimMails(db, AT_ONCE - sending.size);
        for (const pending of claimed) begin(pending, signal);
        begun = claimed.length;
      }
      done?.();
    } catch (error) {
      notRead(error);
    }
  }

  function look(): void {
    if (isClosed) return;
    if (running) {
      isTriggered = true;
      return;
    }
    running = sendDue().then(() => {
      running = undefined;
      if (!isTriggered) return;
      isTriggered = false;
      look();
    });
  }

  const allSent = async () => {
    await running;
    await Promise.all(sending);
  };

  return {
    start: () => {
      timer ??= setInterval(look, LOOK_MS);
    },
    trigger: look,
    close: async () => {
      isClosed = true;
      clearInterval(timer);
      let late: NodeJS.Timeout | undefined;
      const timedOut = new Promise<void>((resolve) => {
        late = setTimeout(resolve, CLOSE_MS);
      });
      await Promise.race([allSent(), timedOut]);
      clearTimeout(late);
      transport.close();
    },
  };
}

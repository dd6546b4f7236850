// Sends a mail to the SMTP server. Every wait has a timeout, and the caller's signal ends all of them together.

import { within } from '@kurz/resilience';
import { createTransport } from 'nodemailer';
import type { RenderedMail } from './render-mail';
import { senderOf } from './sender-of';

export type SendOutcome =
  | { kind: 'sent' }
  /** The server will not take this mail, now or later (5xx). */
  | { kind: 'refused'; reason: string }
  /** The server is away, or asks for another try. */
  | { kind: 'failed'; reason: string };

export type MailTransport = {
  /** Resolves with `failed` when the signal aborts first. */
  send: (mail: RenderedMail & { id: string; recipient: string }, signal: AbortSignal) => Promise<SendOutcome>;
  close: () => void;
};

/** In ms. Many servers delay the greeting for strangers, or inspect a mail for a minute before accepting it. */
const WAITS = {
  connectionTimeout: 30_000,
  greetingTimeout: 30_000,
  socketTimeout: 90_000,
  dnsTimeout: 5_000,
};

/** `code`: the step, or the fault of the connection. `responseCode`: that of the server's answer, when it gave one. */
type Failure = { code?: string; responseCode?: unknown; command?: unknown; message: string };

const failureOf = (error: unknown): Failure =>
  error instanceof Error ? { ...error, message: error.message } : { message: String(error) };

function outcomeOf(error: unknown): SendOutcome {
  const { code: stage, responseCode: code, command, message } = failureOf(error);
  const step = stage ?? 'error';
  const isOfMail = stage === 'EENVELOPE' || stage === 'EMESSAGE';
  // a refused sender, name or password is for the operator to mend, and not this mail's fault
  if (isOfMail && typeof code === 'number' && code >= 500 && command !== 'MAIL FROM')
    return { kind: 'refused', reason: `${stage} ${code}` };
  if (typeof code === 'number') return { kind: 'failed', reason: `${step} ${code}` };
  // the server's message about a mail may name its recipient
  return { kind: 'failed', reason: isOfMail ? step : `${step} ${message}` };
}

export function openMailTransport({ smtpUrl, from }: { smtpUrl: string; from: string }): MailTransport {
  const transport = createTransport({ url: smtpUrl, ...WAITS });
  const sender = senderOf(from);
  const host = sender.address.slice(sender.address.lastIndexOf('@') + 1);
  return {
    send: async ({ id, recipient, subject, text, html }, signal) => {
      try {
        await transport.sendMail({
          // an object is one address, whatever characters it has
          from: sender,
          to: { name: '', address: recipient },
          subject,
          text,
          html,
          messageId: `<${id}@${host}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
          disableFileAccess: true,
          disableUrlAccess: true,
          signal,
        });
        return { kind: 'sent' };
      } catch (error) {
        return signal.aborted ? { kind: 'failed', reason: 'too slow' } : outcomeOf(error);
      }
    },
    close: () => transport.close(),
  };
}

export type MailServerState =
  | { kind: 'accepts' }
  /** It refuses the name or password. */
  | { kind: 'login_refused'; reason: string }
  | { kind: 'away'; reason: string };

/** A person waits for the check. */
const CHECK_MS = 30_000;

/** Connects and signs in, and sends nothing. */
export async function checkMailServer(smtpUrl: string): Promise<MailServerState> {
  const transport = createTransport({ url: smtpUrl, ...WAITS });
  try {
    await within(CHECK_MS, transport.verify());
    return { kind: 'accepts' };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const isLogin = error instanceof Error && 'code' in error && error.code === 'EAUTH';
    return { kind: isLogin ? 'login_refused' : 'away', reason };
  } finally {
    transport.close();
  }
}

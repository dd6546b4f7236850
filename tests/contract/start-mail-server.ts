// A real SMTP server for tests of mails, which keeps what it is given.

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { SMTPServer } from 'smtp-server';

export type ReceivedMail = {
  /** The sender in the envelope. */
  from: string;
  to: string[];
  /** Name and address in the header. */
  sender: string;
  subject: string;
  messageId: string;
  /** The part in plain text, decoded. */
  text: string;
  html: string;
  /** The secret in the fragment of the mail's link. */
  secret: string;
};

export type MailServer = {
  url: string;
  port: number;
  mails: ReceivedMail[];
  /** The newest mail to an address; waits until there is one. */
  mailTo: (email: string, subject?: RegExp) => Promise<ReceivedMail>;
  /** Refuses mails to an address with this code. */
  refuse: (email: string, responseCode: number) => void;
  /** Addresses of refused mails, once per refusal. */
  refused: string[];
  /** Holds back its answer to mails to an address until the returned function is called. */
  holdUp: (email: string) => () => void;
  /** Addresses of offered mails, once per offer. */
  offered: string[];
  close: () => Promise<void>;
};

const TIMEOUT_MS = 180_000;
const LOOK_AGAIN_MS = 50;

function decoded(part: string): string {
  const [head = '', ...rest] = part.split('\r\n\r\n');
  const body = rest.join('\r\n\r\n');
  if (/base64/i.test(head)) return Buffer.from(body, 'base64').toString();
  if (!/quoted-printable/i.test(head)) return body;
  const bytes = body
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)));
  return Buffer.from(bytes, 'latin1').toString();
}

/** RFC 2047, as far as nodemailer writes it. */
const decodedWords = (text: string) =>
  text
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?UTF-8\?B\?([^?]*)\?=/gi, (_, words: string) => Buffer.from(words, 'base64').toString())
    .replace(/=\?UTF-8\?Q\?([^?]*)\?=/gi, (_, words: string) =>
      decoded(`quoted-printable\r\n\r\n${words.replaceAll('_', ' ')}`),
    );

function received(source: string, envelope: { from: string; to: string[] }): ReceivedMail {
  const headers = source.slice(0, source.indexOf('\r\n\r\n')).replace(/\r\n[ \t]+/g, ' ');
  const header = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(headers)?.[1] ?? '';
  const boundary = /boundary="([^"]+)"/.exec(headers)?.[1] ?? '';
  const parts = source.split(`--${boundary}`);
  const partOf = (type: string) =>
    decoded(parts.find((part) => part.trimStart().startsWith(`Content-Type: ${type}`))?.trimStart() ?? '');
  const text = partOf('text/plain');
  return {
    ...envelope,
    sender: decodedWords(header('From')),
    subject: decodedWords(header('Subject')),
    messageId: header('Message-ID'),
    text,
    html: partOf('text/html'),
    secret: /#([\w-]{43})/.exec(text)?.[1] ?? '',
  };
}

/** `port`: default: any that is free. */
export async function startMailServer(port = 0): Promise<MailServer> {
  const mails: ReceivedMail[] = [];
  const refusals = new Map<string, number>();
  const refused: string[] = [];
  const holds = new Map<string, Promise<void>>();
  const offered: string[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS', 'AUTH'],
    onRcptTo: ({ address }, _, done) => {
      const responseCode = refusals.get(address);
      if (responseCode) refused.push(address);
      const answer = () => done(responseCode ? Object.assign(new Error('not here'), { responseCode }) : null);
      offered.push(address);
      void (holds.get(address) ?? Promise.resolve()).then(answer);
    },
    onData: (stream, { envelope }, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : '';
        const to = envelope.rcptTo.map(({ address }) => address);
        mails.push(received(Buffer.concat(chunks).toString(), { from, to }));
        done();
      });
    },
  });
  server.on('error', () => undefined);
  server.listen(port, '127.0.0.1');
  await once(server.server, 'listening');
  const { port: taken } = server.server.address() as AddressInfo;
  return {
    url: `smtp://127.0.0.1:${taken}`,
    port: taken,
    mails,
    refused,
    mailTo: async (email, subject = /./) => {
      for (const end = Date.now() + TIMEOUT_MS; Date.now() < end;) {
        const found = mails.findLast((mail) => mail.to.includes(email) && subject.test(mail.subject));
        if (found) return found;
        await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
      }
      throw new Error(`no mail came to ${email}`);
    },
    refuse: (email, responseCode) => refusals.set(email, responseCode),
    holdUp: (email) => {
      let release: () => void = () => undefined;
      holds.set(email, new Promise((resolve) => (release = resolve)));
      return () => {
        holds.delete(email);
        release();
      };
    },
    offered,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

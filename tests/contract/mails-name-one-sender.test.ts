// KURZ_MAIL_FROM may have characters with a meaning in address lists; mails still have a single sender.

import { openMailTransport } from '../../services/api/src/mail/open-mail-transport';
import { startMailServer, type MailServer } from './start-mail-server';

let mailServer: MailServer;
beforeAll(async () => {
  mailServer = await startMailServer();
});
afterAll(() => mailServer.close());

test.each([
  ['kurz@krz.example', 'kurz@krz.example', 'kurz@krz.example'],
  ['<kurz@krz.example>', 'kurz@krz.example', 'kurz@krz.example'],
  ['Kurz <kurz@krz.example>', 'Kurz <kurz@krz.example>', 'kurz@krz.example'],
  ['Kurz, Inc. <kurz@krz.example>', '"Kurz, Inc." <kurz@krz.example>', 'kurz@krz.example'],
  ['"Kurz, Inc." <kurz@krz.example>', '"Kurz, Inc." <kurz@krz.example>', 'kurz@krz.example'],
  [
    'Kurz: links; and (more) <kurz@krz.example>',
    '"Kurz: links; and (more)" <kurz@krz.example>',
    'kurz@krz.example',
  ],
  ['Kürze <kurz@krz.example>', 'Kürze <kurz@krz.example>', 'kurz@krz.example'],
])('%s', async (from, header, address) => {
  const transport = openMailTransport({ smtpUrl: mailServer.url, from });
  const mail = { id: 'mail_1', recipient: 'ada@example.com', subject: 'S', text: 'T', html: '<p>T</p>' };
  expect(await transport.send(mail, AbortSignal.timeout(60_000))).toEqual({ kind: 'sent' });
  transport.close();
  expect(mailServer.mails.at(-1)).toMatchObject({
    from: address,
    sender: header,
    messageId: '<mail_1@krz.example>',
  });
});

// The log says why a mail server cannot be reached, or why it refuses, and contains nothing of a mail.

import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { freePort } from '@kurz/backends';
import { openMailTransport } from '../../services/api/src/mail/open-mail-transport';
import { makeAuthority } from '../stores/domain-check/made-certificates';
import { startMailServer } from './start-mail-server';

const TIMEOUT_MS = 60_000;
const RECIPIENT = 'ada@example.com';

/** A matcher with the type of what it matches. */
const told = (words: RegExp) => expect.stringMatching(words) as string;

async function outcomeAt(smtpUrl: string) {
  const transport = openMailTransport({ smtpUrl, from: 'kurz@krz.example' });
  const mail = { id: 'mail_1', recipient: RECIPIENT, subject: 'S', text: 'T', html: '<p>T</p>' };
  const outcome = await transport.send(mail, AbortSignal.timeout(TIMEOUT_MS));
  transport.close();
  return outcome;
}

test('a port that nobody listens on', async () => {
  const outcome = await outcomeAt(`smtp://127.0.0.1:${await freePort()}`);
  expect(outcome).toEqual({ kind: 'failed', reason: told(/ECONNREFUSED/) });
});

test('a host that has no address', async () => {
  const outcome = await outcomeAt('smtp://mail.invalid');
  expect(outcome).toEqual({ kind: 'failed', reason: told(/mail[.]invalid/) });
});

test('a certificate that is not trusted', async () => {
  const { certificateOf } = await makeAuthority();
  const server = createServer(await certificateOf(['other.example'])).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const outcome = await outcomeAt(`smtps://127.0.0.1:${port}`);
  expect(outcome).toEqual({ kind: 'failed', reason: told(/certificate/) });
  server.close();
});

test.each([
  [450, 'failed'],
  [550, 'refused'],
])('an answer %i is told without the recipient that it names', async (code, kind) => {
  const mailServer = await startMailServer();
  mailServer.refuse(RECIPIENT, code);
  expect(await outcomeAt(mailServer.url)).toEqual({ kind, reason: `EENVELOPE ${code}` });
  await mailServer.close();
});

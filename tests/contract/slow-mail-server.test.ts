// A mail server that takes its time, with one mail or with all: a try comes to its end, and no other mail waits for it.

import { freePort } from '@kurz/backends';
import { until } from '../until';
import { addPerson } from './console-browser';
import { makeMailWorld } from './mail-world';
import { startApi, type TestApi } from './start-api';
import { startBrokenMailServer } from './start-broken-mail-server';
import { startMailServer } from './start-mail-server';

/** Enough for the later mail on a busy machine. */
const TRY_MS = 5_000;
const HELD_UP = 4;

let api: TestApi;
let port: number;
const { askForReset, emptied } = makeMailWorld(() => api);

async function startApiWith(limit: { tryMs?: number }): Promise<void> {
  port = await freePort();
  const smtpUrl = `smtp://127.0.0.1:${port}`;
  const mail = { smtpUrl, from: 'kurz@krz.example', appUrl: 'https://krz.example', ...limit };
  api = await startApi({ settings: { mail, trustedProxies: 1 } });
}
afterEach(() => api.close());

async function askedFor(): Promise<string> {
  const { email } = await addPerson(api);
  expect((await askForReset(email)).status).toBe(202);
  return email;
}

test('a try ends with a server that never comes to the end of an answer, and the mail comes later', async () => {
  await startApiWith({ tryMs: TRY_MS });
  const broken = await startBrokenMailServer(port, 'end of an answer');
  const email = await askedFor();
  await until(() => broken.ended() > 0, { what: 'the try has ended' });
  await broken.close();
  const mailServer = await startMailServer(port);
  await api.db
    .updateTable('mails')
    .set({ next_try_at: new Date(0) })
    .execute();
  await mailServer.mailTo(email);
  await emptied();
  await mailServer.close();
});

test('mails that the server holds up keep no other waiting', async () => {
  await startApiWith({});
  const mailServer = await startMailServer(port);
  const people = await Promise.all(Array.from({ length: HELD_UP }, () => addPerson(api)));
  const held = people.map(({ email }) => email);
  const releases = held.map(mailServer.holdUp);
  await Promise.all(held.map((email) => askForReset(email)));
  const isOffered = (email: string) => mailServer.offered.includes(email);
  await until(() => held.every(isOffered), { what: 'they are held up' });
  await mailServer.mailTo(await askedFor());
  for (const release of releases) release();
  await emptied();
  // each mail in its first try
  expect(mailServer.offered.filter((email) => held.includes(email))).toHaveLength(HELD_UP);
  await mailServer.close();
});

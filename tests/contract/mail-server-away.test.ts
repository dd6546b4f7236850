// A mail server is away, silent, or fails half-way. The mail arrives once the server is back; a refused or outdated
// mail never arrives; no request waits for it.

import { freePort } from '@kurz/backends';
import { until } from '../until';
import { addPerson, type TestPerson } from './console-browser';
import { makeMailWorld } from './mail-world';
import { startApi, type TestApi } from './start-api';
import { startBrokenMailServer, type BrokenAt } from './start-broken-mail-server';
import { startMailServer, type MailServer } from './start-mail-server';

const MINUTE = 60_000;

let api: TestApi;
let port: number;
let now = Date.now();
let mailServer: MailServer | undefined;
const { askForReset, waitingMails, emptied, minutesPass } = makeMailWorld(() => api);

beforeAll(async () => {
  port = await freePort();
  const mail = {
    smtpUrl: `smtp://127.0.0.1:${port}`,
    from: 'kurz@krz.example',
    appUrl: 'https://krz.example',
  };
  api = await startApi({ clock: { now: () => now }, settings: { mail, trustedProxies: 1 } });
});
afterEach(async () => {
  await mailServer?.close();
  mailServer = undefined;
});
afterAll(() => api.close());

async function askedFor(): Promise<TestPerson> {
  const person = await addPerson(api);
  expect((await askForReset(person.email)).status).toBe(202);
  return person;
}

/** Lets time pass, for waiting mails and for the API's own clock. */
async function pass(minutes: number): Promise<void> {
  now += minutes * MINUTE;
  await minutesPass(minutes);
}

const triesOf = async () => (await waitingMails()).map(({ tries }) => tries);

/** The server is back and the next try due: expects the mail exactly once. */
async function comesOnce({ email }: TestPerson): Promise<void> {
  const server = (mailServer ??= await startMailServer(port));
  await pass(1);
  const mail = await server.mailTo(email);
  await emptied();
  await pass(60);
  // another mail is sent after everything that was due
  const next = await askedFor();
  await server.mailTo(next.email);
  expect(server.mails.filter(({ to }) => to.includes(email))).toEqual([mail]);
}

test('a mail comes when a server that was not there is back', async () => {
  const person = await askedFor();
  await until(async () => (await triesOf()).includes(1), { what: 'it was tried' });
  await comesOnce(person);
});

test.each<[string, BrokenAt]>([
  ['says nothing', 'greeting'],
  ['hangs up in the middle of the mail', 'data'],
  ['hangs up before it says that it has the mail', 'last answer'],
])('a mail comes after a server that %s, and nobody else waits for that one', async (_, brokenAt) => {
  const broken = await startBrokenMailServer(port, brokenAt);
  const person = await askedFor();
  await until(() => broken.connections() > 0, { what: 'it was tried' });
  expect((await api.fetchJson('GET', '/urls')).status).toBe(200);
  expect(await triesOf()).toEqual([1]);
  await broken.close();
  await comesOnce(person);
});

test('a mail comes after a server that asks for another try (4xx)', async () => {
  mailServer = await startMailServer(port);
  const person = await addPerson(api);
  const { refused } = mailServer;
  mailServer.refuse(person.email, 450);
  await askForReset(person.email);
  await until(() => refused.length === 1, { what: 'it was refused' });
  mailServer.refuse(person.email, 0);
  await comesOnce(person);
});

test('a mail that the server will never take (5xx) is given up at once', async () => {
  mailServer = await startMailServer(port);
  const person = await addPerson(api);
  mailServer.refuse(person.email, 550);
  await askForReset(person.email);
  await emptied();
  expect(mailServer.refused).toEqual([person.email]);
  mailServer.refuse(person.email, 0);
  await pass(60);
  await mailServer.mailTo((await askedFor()).email);
  expect(mailServer.mails.filter(({ to }) => to.includes(person.email))).toEqual([]);
});

test('a mail comes once the server takes mails of the sender that it has refused (5xx)', async () => {
  const broken = await startBrokenMailServer(port, 'sender');
  const person = await askedFor();
  await until(() => broken.ended() > 0, { what: 'it was tried' });
  await broken.close();
  expect(await triesOf()).toEqual([1]);
  await comesOnce(person);
});

test('a mail whose time is over is given up and not sent', async () => {
  const broken = await startBrokenMailServer(port, 'greeting');
  const person = await askedFor();
  // this try has its connection, and ends with it
  await until(() => broken.connections() > 0, { what: 'it was tried' });
  await pass(61);
  await broken.close();
  mailServer = await startMailServer(port);
  await emptied();
  await mailServer.mailTo((await askedFor()).email);
  expect(mailServer.mails.filter(({ to }) => to.includes(person.email))).toEqual([]);
});

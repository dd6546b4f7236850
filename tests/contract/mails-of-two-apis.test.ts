// Two APIs with clocks minutes apart share one outbox: while one of them sends a mail, the other does not send it.

import { until } from '../until';
import { addPerson } from './console-browser';
import { makeMailWorld } from './mail-world';
import { makeOtherApi } from './make-other-api';
import { startApi, type TestApi } from './start-api';
import { startMailServer, type MailServer } from './start-mail-server';

const AHEAD_MS = 10 * 60_000;
/** Each round begins with the mails that are due. */
const ROUNDS = 3;

let api: TestApi;
let mailServer: MailServer;
const { askForReset, emptied } = makeMailWorld(() => api);

beforeAll(async () => {
  mailServer = await startMailServer();
  api = await startApi({ settings: { mail: mailSettings(), trustedProxies: 1 } });
});
afterAll(async () => {
  await api.close();
  await mailServer.close();
});

const mailSettings = () => ({
  smtpUrl: mailServer.url,
  from: 'kurz@krz.example',
  appUrl: 'https://krz.example',
});

/** An API with its clock ahead. `rounds`: its finished rounds of looking for mails. */
function startAhead() {
  let rounds = 0;
  const loopAges = { done: (loop: string) => void (rounds += loop === 'mails' ? 1 : 0) };
  const clock = { now: () => Date.now() + AHEAD_MS };
  const { close } = makeOtherApi(api, { mail: mailSettings() }, { clock, loopAges });
  return { rounds: () => rounds, close };
}

test('a mail on its way is not sent by an API whose clock is ahead', async () => {
  const { email } = await addPerson(api);
  const release = mailServer.holdUp(email);
  await askForReset(email);
  const offers = () => mailServer.offered.filter((address) => address === email).length;
  await until(() => offers() === 1, { what: 'it is on its way' });
  const other = startAhead();
  try {
    const hasLooked = () => other.rounds() >= ROUNDS || offers() > 1;
    await until(hasLooked, { what: 'the other has looked' });
    release();
    await emptied();
    expect(mailServer.mails.filter(({ to }) => to.includes(email))).toHaveLength(1);
  } finally {
    await other.close();
  }
});

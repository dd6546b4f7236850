// How often mailed links can be requested. Requests of others keep nobody from their own.

import { makeMailWorld } from './mail-world';
import { startApi, type TestApi } from './start-api';
import { startMailServer, type MailServer } from './start-mail-server';

let api: TestApi;
let mailServer: MailServer;
beforeAll(async () => {
  mailServer = await startMailServer();
  const mail = { smtpUrl: mailServer.url, from: 'Kurz <kurz@krz.example>', appUrl: 'https://krz.example' };
  api = await startApi({ settings: { mail, trustedProxies: 1 } });
});
const { fromElsewhere, addUnverified, askForReset } = makeMailWorld(() => api);
afterAll(async () => {
  await api.close();
  await mailServer.close();
});

let people = 0;
const freshEmail = () => `bounded-${++people}@example.com`;

test('what is refused for one e-mail address takes nothing from the others of an office', async () => {
  const office = fromElsewhere();
  const repeated = freshEmail();
  const statuses: number[] = [];
  for (let times = 1; times <= 31; times++) statuses.push((await askForReset(repeated, office)).status);
  expect(statuses).toEqual([...Array<number>(5).fill(202), ...Array<number>(26).fill(429)]);
  expect((await askForReset(freshEmail(), office)).status).toBe(202);
});

test('an account that claims an address keeps its owner from no link for a new password', async () => {
  const squatter = await addUnverified(freshEmail());
  const statuses: number[] = [];
  for (let times = 1; times <= 6; times++) {
    const asked = await squatter.browser.call('POST', '/me/email-proof', { headers: fromElsewhere() });
    statuses.push(asked.status);
  }
  expect(statuses).toEqual([202, 202, 202, 202, 202, 429]);
  expect((await askForReset(squatter.email)).status).toBe(202);
});

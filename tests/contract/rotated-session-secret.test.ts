// The secret of sessions is rotated while people are signed in and invitations are open: with both secrets everything
// goes on; without the old one what was renewed meanwhile does.

import type { ApiSettings } from '@kurz/api';
import { addOwnWorkspace, addPerson, openBrowser, PASSWORD } from './console-browser';
import { makeOtherApi } from './make-other-api';
import { startApi, type TestApi } from './start-api';
import { startMailServer, type MailServer } from './start-mail-server';
import { serveApi } from './serve-api';

const OLD = 'the secret until now, of 32 characters';
const NEW = 'the secret from now on, of 32 characters';

let api: TestApi;
let mailServer: MailServer;
beforeAll(async () => {
  mailServer = await startMailServer();
  api = await startApi({ settings: { sessionSecret: OLD } });
});
const closes: (() => Promise<void>)[] = [];
afterAll(async () => {
  for (const close of closes) await close();
  await api.close();
  await mailServer.close();
});

type Served = Pick<TestApi, 'baseUrl'> & { endLoops: () => Promise<void> };

/** Serves an API as if restarted with other settings. */
async function serve(settings: Partial<ApiSettings>): Promise<Served> {
  const served = makeOtherApi(api, settings);
  const { port, close } = await serveApi(served.handle);
  closes.push(async () => {
    await close();
    await served.close();
  });
  return { baseUrl: `http://127.0.0.1:${port}/v1`, endLoops: served.close };
}

const mailBy = (smtpUrl: string) => ({
  smtpUrl,
  from: 'Kurz <kurz@krz.example>',
  appUrl: 'https://krz.example',
});

const statusesOf = async (served: Served, cookies: Map<string, string>) => {
  const browser = openBrowser(served, cookies);
  const me = await browser.call('GET', '/me');
  const renewed = await browser.call('POST', '/session/refresh');
  return [me.status, renewed.status];
};

test.each<[string, Partial<ApiSettings>, Partial<ApiSettings>]>([
  ['the secret of sessions', { sessionSecret: NEW, oldSessionSecret: OLD }, { sessionSecret: NEW }],
  ['a pepper that serves as one', { tokenPepper: NEW, oldTokenPepper: OLD }, { tokenPepper: NEW }],
])('a session outlives the rotation of %s, once it was renewed with both', async (_, both, newAlone) => {
  const [renewed, idle] = [await addPerson(api), await addPerson(api)];
  const [rotating, rotated] = [await serve(both), await serve(newAlone)];
  expect(await statusesOf(rotated, new Map(renewed.browser.cookies))).toEqual([401, 401]);
  const { cookies } = renewed.browser;
  expect(await statusesOf(rotating, cookies)).toEqual([200, 200]);
  expect(await statusesOf(rotated, cookies)).toEqual([200, 200]);
  expect(await statusesOf(rotated, idle.browser.cookies)).toEqual([401, 401]);
});

test('an invitation that was made under the old secret is accepted under the new', async () => {
  const owner = await addPerson(api);
  const path = `/workspaces/${await addOwnWorkspace(owner)}/invitations`;
  const body = { email: 'invited-before@example.com', role: 'member' };
  const invited = await owner.browser.call<{ secret: string }>('POST', path, { body });
  const rotating = await serve({ sessionSecret: NEW, oldSessionSecret: OLD });
  const joined = await openBrowser(rotating).call('POST', '/invitations/sign-up', {
    body: { secret: invited.body.secret, password: PASSWORD },
  });
  expect(joined.status).toBe(201);
});

test('mails that waited under the old secret have links that work under the new', async () => {
  // a mail server that does not exist
  const before = await serve({ sessionSecret: OLD, mail: mailBy('smtp://127.0.0.1:9') });
  const owner = await addPerson(api);
  const browser = openBrowser(before, owner.browser.cookies);
  const path = `/workspaces/${await addOwnWorkspace({ ...owner, browser })}/invitations`;
  const email = 'mailed-before@example.com';
  await browser.call('POST', path, { body: { email, role: 'member' } });
  await browser.call('POST', '/password-resets', { body: { email: owner.email } });
  await before.endLoops();
  await api.db
    .updateTable('mails')
    .set({ next_try_at: new Date(0) })
    .execute();
  const both = { sessionSecret: NEW, oldSessionSecret: OLD };
  const rotating = openBrowser(await serve({ ...both, mail: mailBy(mailServer.url) }));
  const signUp = { secret: (await mailServer.mailTo(email)).secret, password: PASSWORD };
  expect((await rotating.call('POST', '/invitations/sign-up', { body: signUp })).status).toBe(201);
  const reset = { secret: (await mailServer.mailTo(owner.email)).secret, password: 'another fine password' };
  expect((await rotating.call('POST', '/password-resets/confirm', { body: reset })).status).toBe(204);
});

test('a mailed link of the old secret works under the new', async () => {
  const before = await serve({ sessionSecret: OLD, mail: mailBy(mailServer.url) });
  const { email } = await addPerson(api);
  await openBrowser(before).call('POST', '/password-resets', { body: { email } });
  const { secret } = await mailServer.mailTo(email);
  const rotating = openBrowser(await serve({ sessionSecret: NEW, oldSessionSecret: OLD }));
  const body = { secret, password: 'another fine password' };
  expect((await rotating.call('POST', '/password-resets/confirm', { body })).status).toBe(204);
});

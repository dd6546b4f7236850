// The settings show the present state: a double click acts once, and no message outlives a change.

import type { Page, Route } from 'playwright-core';
import { spawnAdminCommand } from '../flow/spawn-admin-command';
import { askAsPerson, cookieOf } from './ask-as-person';
import { openConsole, OWNER, PASSWORD, type OpenedConsole } from './open-console';

let world: OpenedConsole;
beforeAll(async () => {
  world = await openConsole();
});
afterAll(() => world.close());

const settings = (section: string) => `/app/w/${world.workspaceId}/settings/${section}`;
const AWAY = { status: 503, json: { error: 'The service does not answer.', code: 'DATABASE_UNAVAILABLE' } };

/** Between the press and the release of a button: nobody is quicker. */
const HUMAN_MS = 50;

const alerts = (page: Page) => page.getByRole('alert').filter({ hasText: /\S/ });

/** Holds back requests with this method until it is released. Resolves with the release, which returns their number. */
async function holdBack(page: Page, url: RegExp, method: string) {
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  let asked = 0;
  await page.route(url, async (route) => {
    if (route.request().method() !== method) return route.fallback();
    asked += 1;
    await held;
    return route.continue();
  });
  return () => {
    release();
    return asked;
  };
}

/** Double-clicks a row's button: the end is requested once, the row goes, and no message speaks of a second request. */
async function expectEndedOnce(
  section: string,
  { rowOf, button, url }: { rowOf: string; button: string; url: RegExp },
): Promise<void> {
  const { page, close } = await world.open(settings(section), { refusals: [] });
  const row = page.getByRole('listitem').filter({ hasText: rowOf });
  const release = await holdBack(page, url, 'DELETE');
  await row.getByRole('button', { name: button }).dblclick({ delay: HUMAN_MS });
  expect(release()).toBe(1);
  await row.waitFor({ state: 'detached' });
  expect(await alerts(page).count()).toBe(0);
  await close();
}

test('an invitation that is withdrawn by a double click is withdrawn once', async () => {
  await world.x('POST', `/workspaces/${world.workspaceId}/invitations`, {
    email: 'twice@example.com',
    role: 'member',
  });
  await expectEndedOnce('members', {
    rowOf: 'twice@example.com',
    button: 'Withdraw',
    url: /\/invitations\/inv_/,
  });
});

const FIREFOX = 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0';

/** Opens a session of the owner in another browser. Resolves with its cookies. */
async function signInElsewhere(userAgent: string): Promise<string> {
  const ask = askAsPerson(world, { 'User-Agent': userAgent });
  const other = await ask('POST', '/session', { email: OWNER, password: PASSWORD });
  expect(other.status).toBe(200);
  return cookieOf(other);
}

test('a session that is ended by a double click is ended once', async () => {
  await signInElsewhere(FIREFOX);
  await expectEndedOnce('account', { rowOf: 'Firefox', button: 'Sign out', url: /\/sessions\/ses_/ });
});

test('a session that ended elsewhere goes from the list when its end is asked for here', async () => {
  const cookie = await signInElsewhere('a-script/1.0');
  const { page, close } = await world.open(settings('account'));
  const row = page.getByRole('listitem').filter({ hasText: 'Unknown browser' });
  await row.waitFor();
  const ended = await askAsPerson(world, { Cookie: cookie })('DELETE', '/session');
  expect(ended.status).toBe(204);
  await row.getByRole('button', { name: 'Sign out' }).click();
  await row.waitFor({ state: 'detached' });
  await close();
});

test('the sessions that a new password ends go from the list beside it', async () => {
  await signInElsewhere(FIREFOX);
  const { page, close } = await world.open(settings('account'));
  const row = page.getByRole('listitem').filter({ hasText: 'Firefox' });
  await row.waitFor();
  await page.getByLabel('Current password').fill(PASSWORD);
  await page.getByLabel('New password').fill('another horse battery');
  await page.getByRole('button', { name: 'Change the password' }).click();
  await row.waitFor({ state: 'detached' });
  await close();
  const back = { oldPassword: 'another horse battery', newPassword: PASSWORD };
  expect((await world.x('PUT', '/me/password', back)).status()).toBe(204);
});

test('invitations that cannot be read are not shown as none', async () => {
  const { page, close } = await world.open('/app/icon.svg', { refusals: [503] });
  await page.route(/\/invitations$/, (route) => route.fulfill(AWAY));
  await page.goto(world.product.url + settings('members'));
  await alerts(page).filter({ hasText: 'The service does not answer.' }).waitFor();
  await close();
});

test('what is said of one token is not said of the next, nor when its own dialog opens again', async () => {
  for (const name of ['first token', 'second token'])
    await world.x('POST', `/workspaces/${world.workspaceId}/tokens`, { name, scopes: ['links:read'] });
  const { page, close } = await world.open(settings('tokens'), { refusals: [503] });
  await page.route(/\/tokens\/tok_/, (route) => route.fulfill(AWAY));
  const dialog = page.getByRole('dialog');
  const ask = (name: string) =>
    page.getByRole('listitem').filter({ hasText: name }).getByRole('button', { name: 'Revoke' }).click();
  await ask('first token');
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await dialog.getByText('The service does not answer.').waitFor();
  await page.keyboard.press('Escape');
  for (const name of ['second token', 'first token']) {
    await ask(name);
    await dialog.getByRole('heading', { name }).waitFor();
    expect(await dialog.getByText('The service does not answer.').count()).toBe(0);
    await page.keyboard.press('Escape');
  }
  await ask('first token');
  await dialog.getByRole('button', { name: 'Revoke' }).click();
  await dialog.getByText('The service does not answer.').waitFor();
  await close();
});

const MISSING = 'The TXT record does not exist.';
const finds = (route: Route) =>
  route.fulfill({
    json: {
      check: {
        checkedAt: new Date().toISOString(),
        isReady: false,
        findings: [{ code: 'txt_missing', severity: 'error', message: MISSING, records: [], found: [] }],
        records: [],
        certificate: null,
      },
    },
  });

test('what a check of a domain has found, or refused, goes with the next change of the domain', async () => {
  await world.x('POST', `/workspaces/${world.workspaceId}/zones`, { domain: 'go.stale.example' });
  const { page, close } = await world.open(settings('domains'), { refusals: [503] });
  const row = page.getByRole('listitem').filter({ hasText: 'go.stale.example' });
  await page.route(/\/check$/, finds);
  await row.getByRole('button', { name: 'Check DNS and certificate' }).click();
  await row.getByText(MISSING).waitFor();
  await page.route(/\/verify$/, (route) => route.fulfill(AWAY));
  await row.getByRole('button', { name: 'Verify now' }).click();
  await row.getByText('The service does not answer.').waitFor();
  await row.getByRole('button', { name: 'Switch off' }).click();
  await row.getByText('Switched off').waitFor();
  expect(await row.getByText(MISSING).count()).toBe(0);
  expect(await row.getByText('The service does not answer.').count()).toBe(0);
  await close();
});

test('links of one workspace are not shown as those of the next while these are read', async () => {
  await world.v1('POST', '/urls', { url: 'https://example.com/', slug: 'of-the-first' });
  const { page, close } = await world.open(`/app/w/${world.workspaceId}/links`);
  const row = page.getByRole('row').filter({ hasText: 'of-the-first' });
  await row.waitFor();
  const release = await holdBack(page, new RegExp(`/workspaces/${world.emptyWorkspaceId}/urls`), 'GET');
  await page.getByRole('button', { name: /^Workspace/ }).click();
  await page.getByRole('menuitemradio', { name: 'Personal' }).click();
  await page.waitForURL(new RegExp(world.emptyWorkspaceId));
  await page.getByRole('button', { name: /^Workspace\s*Personal/ }).waitFor();
  expect(await row.count()).toBe(0);
  release();
  await page.getByLabel('Long address').waitFor();
  await close();
});

test('who lowers their own role is offered no longer what the new one may not', async () => {
  const email = 'modest@example.com';
  const invited = await world.x('POST', `/workspaces/${world.workspaceId}/invitations`, {
    email,
    role: 'admin',
  });
  const { path } = (await invited.json()) as { path: string };
  const { page, close } = await world.open(path, { isSignedOut: true });
  await page.getByLabel('New password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Links', level: 1 }).waitFor();
  await page.goto(world.product.url + settings('members'));
  const invite = page.getByRole('button', { name: 'Invite' });
  await invite.waitFor();
  await page.getByLabel(`Role of ${email}`).selectOption('Viewer');
  await invite.waitFor({ state: 'detached' });
  await close();
});

test('a workspace that is offered to a person can be declined, and stays with its owner', async () => {
  const email = 'content@example.com';
  const kurz = (...words: string[]) => spawnAdminCommand(world.product.dataDirectory, ...words);
  await kurz('user', 'create', '--email', email);
  await kurz('member', 'set', world.workspaceId, email, 'viewer');
  const { stdout } = await kurz('user', 'sign-in-link', email);
  const { page, close } = await world.open(/\/app\S+/.exec(stdout)?.[0] ?? '', { isSignedOut: true });
  await page.getByRole('heading', { name: 'Links', level: 1 }).waitFor();
  const transfer = `/workspaces/${world.workspaceId}/transfer`;
  expect((await world.x('POST', transfer, { email })).status()).toBe(201);
  await page.goto(`${world.product.url}/app/w/${world.workspaceId}/links`);
  await page.getByRole('button', { name: 'Decline' }).click();
  await page.getByText('You declined the workspace. It stays with its owner.').waitFor();
  await page.getByRole('button', { name: 'Accept the workspace' }).waitFor({ state: 'detached' });
  expect((await world.x('GET', transfer)).status()).toBe(404);
  await close();
});

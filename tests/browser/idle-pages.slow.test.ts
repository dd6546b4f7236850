// A page was left alone until its session must be renewed. It still works: files that the browser fetches itself come,
// and an invitation is accepted.

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { askAsPerson, cookieOf } from './ask-as-person';
import { openConsole, OWNER, PASSWORD, type OpenedConsole } from './open-console';

let world: OpenedConsole;
beforeAll(async () => {
  world = await openConsole();
  await world.v1('POST', '/urls', { url: 'https://example.com/', slug: 'in-a-file' });
});
afterAll(() => world.close());

/** A page with its own session, because a renewal ends the copies of the renewed session. */
async function openSignedIn() {
  const opened = await world.open('/app/sign-in', { isSignedOut: true, refusals: [401] });
  await opened.page.getByLabel('Email address').fill(OWNER);
  await opened.page.getByLabel('Password').fill(PASSWORD);
  await opened.page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await opened.page.getByRole('heading', { name: 'Links', level: 1 }).waitFor();
  return opened;
}

async function contentOf(page: Page, name: string): Promise<string> {
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name, exact: true }).first().click(),
  ]);
  return readFileSync(await download.path(), 'utf8');
}

test.each([
  ['links', 'Export as CSV', 'in-a-file'],
  ['settings/account', 'Download', OWNER],
  ['settings/imports', 'Download everything', 'in-a-file'],
])('%s: %s', async (path, name, content) => {
  const { page, context, close } = await openSignedIn();
  await page.goto(`${world.product.url}/app/w/${world.workspaceId}/${path}`);
  await page.getByRole('link', { name, exact: true }).first().waitFor();
  // as the browser does after a quarter of an hour
  await context.clearCookies({ name: 'kurz_session' });
  expect(await contentOf(page, name)).toContain(content);
  await close();
});

test('an invitation is accepted', async () => {
  const send = async <T>(path: string, body: unknown, cookie = '') => {
    const answer = await askAsPerson(world, { Cookie: cookie })('POST', path, body);
    if (!answer.ok) throw new Error(`${path} was answered ${answer.status}`);
    return { body: (await answer.json()) as T, cookie: cookieOf(answer) };
  };
  const invited = { email: 'host@example.com', role: 'viewer' };
  const first = await world.x('POST', `/workspaces/${world.workspaceId}/invitations`, invited);
  const { secret } = (await first.json()) as { secret: string };
  const { cookie } = await send('/invitations/sign-up', { secret, password: PASSWORD });
  const made = await send<{ workspace: { id: string } }>('/workspaces', { name: 'The guests' }, cookie);
  const { id } = made.body.workspace;
  const owner = { email: OWNER, role: 'viewer' };
  const { body } = await send<{ path: string }>(`/workspaces/${id}/invitations`, owner, cookie);

  const { page, context, close } = await openSignedIn();
  await page.goto(world.product.url + body.path);
  const accept = page.getByRole('button', { name: 'Accept the invitation' });
  await accept.waitFor();
  await context.clearCookies({ name: 'kurz_session' });
  await accept.click();
  await page.getByRole('heading', { name: 'Links', level: 1 }).waitFor();
  // the workspace that was joined, not the one that was open before
  expect(new URL(page.url()).pathname).toBe(`/app/w/${id}/links`);
  const { workspaces } = (await (await world.x('GET', '/workspaces')).json()) as {
    workspaces: { id: string }[];
  };
  expect(workspaces.map((one) => one.id)).toContain(id);
  await close();
});

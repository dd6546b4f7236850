// Files that the browser fetches itself come also from a page that was left alone for so long that its session has to be
// renewed.

import { readFileSync } from 'node:fs';
import type { Page } from 'playwright-core';
import { openConsole, OWNER, PASSWORD, type OpenedConsole } from './open-console';

let world: OpenedConsole;
beforeAll(async () => {
  world = await openConsole();
  await world.v1('POST', '/urls', { url: 'https://example.com/', slug: 'in-a-file' });
});
afterAll(() => world.close());

/** A page with a session of its own, since a renewal ends copies of the one before. */
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

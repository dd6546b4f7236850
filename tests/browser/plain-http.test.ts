// The web app at the machine's address on its network, over plain HTTP. To browsers such a page is none of a secure
// context: it has no locks and no clipboard.

import os from 'node:os';
import type { BrowserContext, Page } from 'playwright-core';
import { STEP_MS } from './chromium';
import { openConsole, OWNER, PASSWORD, type OpenedConsole } from './open-console';

const [address] = Object.values(os.networkInterfaces())
  .flatMap((found) => found ?? [])
  .filter(({ family, internal }) => family === 'IPv4' && !internal)
  .map(({ address }) => address);
const ifOnANetwork = address === undefined ? test.skip : test;
const why = address === undefined ? ' (this machine is on no network)' : '';

let world: OpenedConsole;
beforeAll(async () => {
  world = await openConsole({ KURZ_HOST: '0.0.0.0' });
  await world.v1('POST', '/urls', { url: 'https://example.com/', slug: 'hello' });
});
afterAll(() => world.close());

/** A browser that has signed in at that address. */
async function signIn(): Promise<{ context: BrowserContext; page: Page; links: string }> {
  const there = `http://${address}:${world.product.port}/app`;
  const context = await world.browser.newContext({ locale: 'en-GB' });
  context.setDefaultTimeout(STEP_MS);
  const page = await context.newPage();
  await page.goto(`${there}/sign-in`);
  expect(await page.evaluate('isSecureContext')).toBe(false);
  await page.locator('input[type=email]').fill(OWNER);
  await page.locator('input[type=password]').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Links', level: 1 }).waitFor();
  return { context, page, links: `${there}/w/${world.workspaceId}/links` };
}

/** The heading or alert of the page, once it is there. */
async function saidAt(page: Page, path: string): Promise<string | null> {
  await page.goto(path);
  const said = page.locator('h1, [role=alert]').first();
  await said.waitFor();
  return said.textContent();
}

ifOnANetwork(`a session is renewed there${why}`, async () => {
  const { context, page, links } = await signIn();
  await context.clearCookies({ name: 'kurz_session' });
  expect(await saidAt(page, links)).toBe('Links');
  await context.close();
});

ifOnANetwork(`a tab that renews beside another goes on with the session${why}`, async () => {
  const { context, page, links } = await signIn();
  await context.clearCookies({ name: 'kurz_session' });
  let renewals = 0;
  await page.route('**/x/session/refresh', (route) => {
    renewals += 1;
    if (renewals > 1) return route.continue();
    const json = { error: 'The session was renewed by another request.', code: 'SESSION_REPLACED' };
    return route.fulfill({ status: 401, headers: { 'Retry-After': '1' }, json });
  });
  expect(await saidAt(page, links)).toBe('Links');
  expect(renewals).toBe(2);
  await context.close();
});

ifOnANetwork(`what cannot be copied is said${why}`, async () => {
  const { context, page } = await signIn();
  await page
    .getByRole('button', { name: /^Copy / })
    .first()
    .click();
  await page.getByText('The browser did not allow copying.').waitFor();
  await context.close();
});

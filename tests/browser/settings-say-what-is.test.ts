// The settings say what is: what was asked for once is done once, and what was said before a change does not stand after it.

import type { Page } from 'playwright-core';
import { openConsole, OWNER, PASSWORD, type OpenedConsole } from './open-console';

let world: OpenedConsole;
beforeAll(async () => {
  world = await openConsole();
});
afterAll(() => world.close());

const settings = (section: string) => `/app/w/${world.workspaceId}/settings/${section}`;

/** Between the press and the release of a button: nobody is quicker. */
const HUMAN_MS = 50;

const alerts = (page: Page) => page.getByRole('alert').filter({ hasText: /\S/ });

/** Holds requests with this method back until it is released. Resolves with how many there were. */
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

test('an invitation that is withdrawn by a double click is withdrawn once', async () => {
  await world.x('POST', `/workspaces/${world.workspaceId}/invitations`, {
    email: 'twice@example.com',
    role: 'member',
  });
  const { page, close } = await world.open(settings('members'), { refusals: [] });
  const row = page.getByRole('listitem').filter({ hasText: 'twice@example.com' });
  const release = await holdBack(page, /\/invitations\/inv_/, 'DELETE');
  await row.getByRole('button', { name: 'Withdraw' }).dblclick({ delay: HUMAN_MS });
  expect(release()).toBe(1);
  await row.waitFor({ state: 'detached' });
  expect(await alerts(page).count()).toBe(0);
  await close();
});

test('a session that is ended by a double click is ended once', async () => {
  const other = await fetch(`${world.product.url}/x/session`, {
    method: 'POST',
    headers: {
      'Content-Type': 'application/json',
      'User-Agent': 'Mozilla/5.0 (Macintosh; Intel Mac OS X 10.15; rv:140.0) Gecko/20100101 Firefox/140.0',
      Origin: world.product.url,
      'X-Requested-With': 'test',
    },
    body: JSON.stringify({ email: OWNER, password: PASSWORD }),
  });
  expect(other.status).toBe(200);
  const { page, close } = await world.open(settings('account'), { refusals: [] });
  const row = page.getByRole('listitem').filter({ hasText: 'Firefox' });
  const release = await holdBack(page, /\/sessions\/ses_/, 'DELETE');
  await row.getByRole('button', { name: 'Sign out' }).dblclick({ delay: HUMAN_MS });
  expect(release()).toBe(1);
  await row.waitFor({ state: 'detached' });
  expect(await alerts(page).count()).toBe(0);
  await close();
});

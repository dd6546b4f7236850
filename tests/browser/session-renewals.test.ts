// Renews a session whose access token has expired, whatever the machine's clock says.

import { openConsole, type OpenedConsole } from './open-console';

const DAY_MS = 86_400_000;

let world: OpenedConsole;
beforeAll(async () => {
  world = await openConsole();
});
afterAll(() => world.close());

test('a clock that went ahead at the last renewal, and was put right, signs nobody out', async () => {
  const { page, context, close } = await world.open('/app/icon.svg', { refusals: [401] });
  await page.evaluate(`localStorage.setItem('kurz.renewed-at', String(Date.now() + ${DAY_MS}))`);
  await context.clearCookies({ name: 'kurz_session' });
  await page.goto(`${world.product.url}/app/w/${world.workspaceId}/links`);
  await page.locator('h1').first().waitFor();
  expect(await page.locator('h1').first().textContent()).toBe('Links');
  await close();
});

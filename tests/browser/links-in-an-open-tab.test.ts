// Mailed and one-time links that are opened in a tab that shows their page already: browsers load nothing then.

import { openConsole, type OpenedConsole } from './open-console';
import { settled } from './pages';

let world: OpenedConsole;
beforeAll(async () => {
  world = await openConsole();
});
afterAll(() => world.close());

test.each([
  ['a sign-in link', '/sign-in', '#token=abc', 'This sign-in link was used or has expired.'],
  ['a link for a new password', '/password-reset', '#abc', 'New password'],
  ['a proof of an address', '/email-proof', '#abc', 'Sign in, and your address is confirmed.'],
])('%s is taken where its page is open', async (_, at, secret, said) => {
  const { page, close } = await world.open(`/app${at}`, { isSignedOut: true, refusals: [401, 404] });
  await settled(page);
  await page.goto(`${world.product.url}/app${at}${secret}`);
  await page.getByText(said).first().waitFor();
  expect(new URL(page.url()).hash).toBe('');
  await close();
});

test('another invitation is read in the tab of the one before', async () => {
  const { page, close } = await world.open('/app/icon.svg', { refusals: [404] });
  const secrets: unknown[] = [];
  await page.route('**/invitations/read', async (route) => {
    secrets.push((route.request().postDataJSON() as { secret: unknown }).secret);
    await route.continue();
  });
  for (const secret of ['abc', 'def']) {
    const read = page.waitForResponse(/invitations\/read$/);
    await page.goto(`${world.product.url}/app/invitation#${secret}`);
    await read;
    await settled(page);
  }
  expect(secrets).toEqual(['abc', 'def']);
  await close();
});

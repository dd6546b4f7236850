// Sessions while the API cannot check them: no page says that a session has ended or that the person has signed out.

import { openConsole, type OpenedConsole } from './open-console';
import { settled } from './pages';

let world: OpenedConsole;
beforeAll(async () => {
  world = await openConsole();
});
afterAll(() => world.close());

const AWAY = {
  status: 503,
  headers: { 'Retry-After': '7' },
  json: { error: 'The service does not answer.', code: 'DATABASE_UNAVAILABLE' },
};
const ENDED = {
  status: 401,
  json: { error: 'Please sign in.', code: 'SIGNED_OUT' },
};

test('a renewal that the server cannot make is an outage, not the end of the session', async () => {
  const { page, close } = await world.open('/app/icon.svg', {
    refusals: [401, 503],
  });
  // the access token has ended, and PostgreSQL is away
  await page.route('**/x/**', (route) =>
    route.fulfill(route.request().url().endsWith('/session/refresh') ? AWAY : ENDED),
  );
  await page.goto(`${world.product.url}/app/w/${world.workspaceId}/links`);
  await page
    .getByRole('alert')
    .filter({ hasText: 'The service does not answer. Try again in 7 s.' })
    .waitFor();
  expect(new URL(page.url()).pathname).toBe(`/app/w/${world.workspaceId}/links`);
  await page.unroute('**/x/**');
  await page.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { name: 'Links', level: 1 }).waitFor();
  await close();
});

test('a renewal that reaches no server is said as such', async () => {
  const { page, close } = await world.open('/app/icon.svg', {
    refusals: [401],
    mayLoseServer: true,
  });
  await page.route('**/x/**', (route) =>
    route.request().url().endsWith('/session/refresh') ? route.abort() : route.fulfill(ENDED),
  );
  await page.goto(`${world.product.url}/app/w/${world.workspaceId}/links`);
  await page.getByRole('alert').filter({ hasText: 'The server was not reached.' }).waitFor();
  await close();
});

test.each([
  ['the menu of the account', 'menu'],
  ['the command palette', 'palette'],
])('a sign-out that fails is said, by %s', async (_, way) => {
  const { page, close } = await world.open(`/app/w/${world.workspaceId}/links`, { refusals: [503] });
  await settled(page);
  await page.route('**/x/session', (route) => route.fulfill(AWAY));
  if (way === 'menu') {
    await page.getByRole('button', { name: /^Account/ }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
  } else {
    await page.keyboard.press('Control+k');
    await page.keyboard.type('sign out');
    await page.keyboard.press('Enter');
  }
  await page
    .getByText('You are still signed in. The service does not answer. Try again in 7 s.', { exact: true })
    .waitFor();
  await close();
});

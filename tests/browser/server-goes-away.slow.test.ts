// The server dies while forms are open, answers late, and comes back: nothing typed is lost, and old answers never
// replace newer ones.

import { openConsole, type OpenedConsole } from './open-console';
import { settled } from './pages';

let world: OpenedConsole;
beforeAll(async () => {
  world = await openConsole();
  for (const slug of ['apple', 'apricot', 'banana']) {
    await world.v1('POST', '/urls', { url: `https://fruit.example/${slug}`, slug, title: slug });
  }
});
afterAll(() => world.close());

const below = (path: string) => `/app/w/${world.workspaceId}${path}`;

/** When the page requested these words, by the page's own clock: this process hears of it late. */
const ASKED = `performance.getEntriesByType('resource')
  .map(({ name, startTime }) => ({ at: startTime, url: new URL(name) }))
  .filter(({ url }) => url.pathname.endsWith('/urls') && url.searchParams.has('q'))
  .map(({ at, url }) => ({ at, words: url.searchParams.get('q') }))`;

test('words typed quickly ask at most once in 150 ms, and the last words win', async () => {
  const { page, close } = await world.open(below('/links'));
  await settled(page);
  const field = page.getByRole('searchbox');
  await field.pressSequentially('appricot', { delay: 30 });
  await field.fill('banana');
  await page.getByText('/apple', { exact: false }).first().waitFor({ state: 'detached' });
  await page.getByText('/banana').first().waitFor();
  const asked = await page.evaluate<{ at: number; words: string }[]>(ASKED);
  const gaps = asked.slice(1).map(({ at }, index) => at - (asked[index]?.at ?? 0));
  // a timer may be a millisecond early
  expect(gaps.filter((gap) => gap < 148)).toEqual([]);
  expect(asked.at(-1)?.words).toBe('banana');
  await close();
});

test('an answer that comes late does not replace that to later words', async () => {
  const { page, close } = await world.open(below('/links'));
  await settled(page);
  let release: () => void = () => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  await page.route(/\/urls\?.*q=apple/, async (route) => {
    await held;
    // the page may have given the request up by now
    await route.continue().catch(() => undefined);
  });
  const field = page.getByRole('searchbox');
  await Promise.all([page.waitForRequest(/q=apple/), field.fill('apple')]);
  await field.fill('banana');
  await page.getByText('/apple', { exact: false }).first().waitFor({ state: 'detached' });
  release();
  await page.getByText('/banana').first().waitFor();
  await page.waitForTimeout(300);
  expect(await page.getByText('/apricot').count()).toBe(0);
  expect(await page.getByText('/apple').count()).toBe(0);
  await close();
});

test('a page that was not loaded yet says that it could not be, and comes once the server is reached', async () => {
  const { page, context, close } = await world.open(below('/links'), { mayLoseServer: true });
  await settled(page);
  await context.setOffline(true);
  await page.getByRole('link', { name: 'Campaigns' }).click();
  const failed = page.getByRole('alert').filter({ hasText: 'This part of the app could not be loaded.' });
  await failed.waitFor();
  // pages that are already loaded still work
  await page.getByRole('link', { name: 'Links', exact: true }).click();
  await page.getByRole('heading', { level: 1, name: 'Links' }).waitFor();
  await page.getByRole('link', { name: 'Campaigns' }).click();
  await failed.waitFor();
  await context.setOffline(false);
  await failed.getByRole('button', { name: 'Try again' }).click();
  await page.getByRole('heading', { level: 1, name: 'Campaigns' }).waitFor();
  await close();
});

test('a form says that the server is away, keeps what was typed, and is sent once it is back', async () => {
  const { page, close } = await world.open(below('/settings/tokens'), { mayLoseServer: true });
  await settled(page);
  await page.getByLabel('Name').fill('kept through an outage');
  await page.getByLabel('Only from these networks').fill('203.0.113.0/24');
  await world.product.stop();
  await page.getByRole('button', { name: 'Create the token' }).click();
  await page.getByRole('alert').filter({ hasText: 'The server was not reached.' }).waitFor();
  expect(await page.getByLabel('Name').inputValue()).toBe('kept through an outage');
  expect(await page.getByLabel('Only from these networks').inputValue()).toBe('203.0.113.0/24');

  world.product = await world.product.restart();
  await page.getByRole('button', { name: 'Create the token' }).click();
  await page.getByRole('listitem').filter({ hasText: 'kept through an outage' }).waitFor();
  await close();
});

// The table of links: its orders by keyboard, the sparkline of each row, and a search that requests rarely and shows
// the answer to the latest words.

import type { Page } from 'playwright-core';
import { spawnAdminJson } from '../flow/spawn-admin-command';
import { until } from '../until';
import { fillWorkspace } from './fill-workspace';
import { handsOn } from './hands';
import { openConsole, type OpenedConsole } from './open-console';
import { pathOf, settled } from './pages';

/** How long typing must pause before the page searches. */
const REST_MS = 150;

let world: OpenedConsole;
let links: string;
beforeAll(async () => {
  world = await openConsole();
  await fillWorkspace(world, 3);
  links = pathOf(world, { name: 'links', at: '/w/links' });
});
afterAll(() => world.close());

const ROWS = `[...document.querySelectorAll('[data-row]')].map((row) => row.textContent.split('/')[1])`;
/** Waits until the rows begin with these. */
const showsFirst = (page: Page, ...slugs: string[]) =>
  until(
    async () => {
      const rows = await page.evaluate<string[]>(ROWS);
      return slugs.every((slug, index) => rows[index] === slug);
    },
    { what: `the rows begin with ${slugs.join(', ')}` },
  );

const SORTED = `[...document.querySelectorAll('[aria-sort]')].map((head) => head.getAttribute('aria-sort') + ' ' + head.querySelector('button').textContent)`;

test('the heads of columns sort by keyboard, say so, and the address keeps the order', async () => {
  const { page, close } = await world.open(links);
  await settled(page);
  const hands = handsOn(page);
  const rows = () => page.evaluate<string[]>(ROWS);
  const sorted = () => page.evaluate<string[]>(SORTED);
  expect([await sorted(), (await rows())[0]]).toEqual([['descending Created'], 'summer']);
  await hands.tabTo('Title');
  await hands.press('Enter');
  await page.waitForURL(/sort=title/);
  await showsFirst(page, 'feedback');
  expect([await sorted(), await hands.at()]).toEqual([['ascending Title'], 'Title']);
  // a link without a title comes last either way
  expect((await rows()).at(-1)).toBe('garden-ads');
  await hands.press('Space');
  await showsFirst(page, 'jobs');
  expect([await sorted(), (await rows()).at(-1)]).toEqual([['descending Title'], 'garden-ads']);
  await hands.tabTo('Redirects');
  await hands.press('Enter');
  await page.waitForURL(/sort=-hits/);
  await page.reload();
  await settled(page);
  expect(await sorted()).toEqual(['descending Redirects']);
  const hits = await page.evaluate<number[]>(
    `[...document.querySelectorAll('td.cell-hits')].map((cell) => Number(cell.textContent.replaceAll(',', '')))`,
  );
  expect(hits).toEqual([...hits].sort((a, b) => b - a));
  await close();
});

test('the field of the search says what the list is searched for, also when it is left by another way', async () => {
  const { page, close } = await world.open(links);
  await settled(page);
  const field = page.getByRole('searchbox');
  const all = await page.getByRole('row').count();
  const searchFor = async (words: string) => {
    await field.fill(words);
    await page.waitForURL(`**/links?q=${words}`);
    await until(async () => (await page.getByRole('row').count()) < all, { what: 'fewer links' });
  };
  await searchFor('jobs');
  await page.getByRole('navigation').getByRole('link', { name: 'Links' }).click();
  await until(async () => (await page.getByRole('row').count()) === all, { what: 'all links' });
  expect(await field.inputValue()).toBe('');
  // words that were searched for before can be searched for again
  await searchFor('jobs');
  await page.getByRole('row').nth(1).getByRole('link').focus();
  await page.keyboard.press('n');
  await page.keyboard.press('Escape');
  await until(async () => (await page.getByRole('row').count()) === all, { what: 'all links' });
  expect(await field.inputValue()).toBe('');
  await close();
});

test('a short link that is pasted is found, by the list and by the palette', async () => {
  const { page, close } = await world.open(links);
  await settled(page);
  const shortLink = `${world.product.url}/jobs`;
  for (const words of [shortLink, `${world.product.zone}/q/jobs`]) {
    await page.getByRole('searchbox').fill(words);
    await until(async () => (await page.evaluate<string[]>(ROWS)).join() === 'jobs', { what: 'its row' });
    await page.getByRole('searchbox').fill('');
    await until(async () => (await page.getByRole('row').count()) > 2, { what: 'all links' });
  }
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').getByRole('combobox').fill(shortLink);
  await page.getByRole('option', { name: `${world.product.zone}/jobs` }).waitFor();
  await close();
});

test('a narrow screen chooses the order from a list', async () => {
  const { page, close } = await world.open(links, { width: 360, language: 'de' });
  await settled(page);
  await page.getByRole('combobox', { name: 'Sortieren nach' }).selectOption('Titel, A bis Z');
  await showsFirst(page, 'feedback');
  await close();
});

test.each([
  ['en', 1280],
  ['de', 1000],
  ['de', 768],
  ['de', 320],
] as const)('the columns fit in the window (%s, %i px)', async (language, width) => {
  const { page, close } = await world.open(links, { width, language });
  await settled(page);
  await page.getByRole('img', { name: /30/ }).first().waitFor();
  expect(await page.evaluate('document.documentElement.scrollWidth - innerWidth')).toBe(0);
  await close();
});

test('a narrow screen shows every state of a link below its name', async () => {
  const hidden = { url: 'https://example.com/', slug: 'hidden', password: 'open sesame' };
  await world.v1('POST', '/urls', hidden);
  await world.v1('PATCH', '/urls/hidden', { isArchived: true });
  const { page, close } = await world.open(`${links}?q=hidden&archived=all`, { width: 360 });
  const row = page.getByRole('row', { name: /\/hidden / });
  for (const state of ['Active', 'Password protected', 'Archived'])
    await row.getByText(state, { exact: true }).filter({ visible: true }).waitFor();
  await world.v1('DELETE', '/urls/hidden');
  await close();
});

test('the state of a link is explained under the pointer and with the focus', async () => {
  const { dataDirectory, zone } = world.product;
  await spawnAdminJson(dataDirectory, 'link', 'unsafe', zone, 'jobs');
  await spawnAdminJson(dataDirectory, 'link', 'restrict', zone, 'menu');
  const { page, close } = await world.open(links);
  await settled(page);
  const words = page.getByRole('tooltip');
  const rowOf = (slug: string) => page.getByRole('row', { name: new RegExp(`/${slug} `) });
  await rowOf('jobs').getByRole('button', { name: 'Unsafe' }).hover();
  expect(await words.textContent()).toMatch(/^Unsafe: the destination is flagged/);
  await page.mouse.move(0, 0);
  await words.waitFor({ state: 'detached' });
  const hands = handsOn(page);
  await rowOf('menu').getByRole('link').focus();
  await hands.tabTo('Restricted');
  expect(await words.textContent()).toMatch(/^Restricted: the service stopped this link/);
  await hands.press('Escape');
  await words.waitFor({ state: 'detached' });
  await hands.tabTo('Paused');
  expect(await words.textContent()).toMatch(/^Paused: visitors find no link/);
  await close();
});

test('each row has the curve of its days, of one request for the page', async () => {
  const { page, close } = await world.open('/app/icon.svg');
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/daily-humans?') && asked.push(request.url()));
  await page.goto(world.product.url + links);
  const curves = page.getByRole('img', { name: /humans in 30 days$/ });
  await curves.first().waitFor();
  expect([await curves.count(), asked.length]).toEqual([(await page.evaluate<string[]>(ROWS)).length, 1]);
  const answer = await world.x('GET', `/workspaces/${world.workspaceId}/urls/summer/stats`);
  const { stats } = (await answer.json()) as { stats: { totals: { human: number } } };
  await page
    .getByRole('row', { name: /\/summer / })
    .getByRole('img', { name: `${stats.totals.human} humans in 30 days` })
    .waitFor();
  await close();
});

test('curves that cannot be read are said to be unknown', async () => {
  const { page, close } = await world.open('/app/icon.svg', { mayLoseServer: true });
  const refusal = { error: 'The analytics are not available.', code: 'ANALYTICS_UNAVAILABLE' };
  await page.route('**/daily-humans?*', (route) => route.fulfill({ status: 503, json: refusal }));
  await page.goto(world.product.url + links);
  await page.getByText('The curves of the last days cannot be read right now').waitFor();
  expect(await page.getByRole('cell', { name: 'unknown' }).count()).toBe(8);
  await close();
});

test('a search is asked once what is typed has rested for 150 ms, and an older answer never shows', async () => {
  const { page, close } = await world.open('/app/icon.svg', { hasOwnContext: true });
  await page.clock.install();
  await page.goto(world.product.url + links);
  await settled(page);
  const asked: string[] = [];
  await page.route('**/urls?*', async (route) => {
    const words = new URL(route.request().url()).searchParams.get('q') ?? '';
    asked.push(words);
    // the first words are answered last
    if (words === 'summer') await new Promise((resolve) => setTimeout(resolve, 1_500));
    // the page aborts an older request; then nothing waits for its answer
    await route.continue().catch(() => undefined);
  });
  await page.getByRole('searchbox').focus();
  await page.clock.pauseAt(Date.now() + 60_000);
  for (const letter of 'summer') {
    await page.clock.runFor(REST_MS - 1);
    await page.keyboard.type(letter);
  }
  await page.clock.runFor(REST_MS - 1);
  expect(asked).toEqual([]);
  await page.clock.runFor(1);
  await until(() => asked.length > 0, { what: 'the first words are asked for' });
  await page.keyboard.press('Control+a');
  await page.keyboard.type('garden');
  await page.clock.runFor(REST_MS);
  await page.clock.resume();
  await showsFirst(page, 'launch', 'garden-ads');
  await page.waitForTimeout(2_000);
  expect(await page.evaluate<string[]>(ROWS)).toEqual(['launch', 'garden-ads']);
  expect(asked).toEqual(['summer', 'garden']);
  await close();
});

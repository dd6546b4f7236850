// The stats of a link while a person looks at them: a visit appears without a reload, nothing is sent twice, and a
// hidden or refused page polls less.

import type { Page } from 'playwright-core';
import { until } from '../until';
import { fillWorkspace } from './fill-workspace';
import { handsOn } from './hands';
import { openConsole, type OpenedConsole } from './open-console';
import { pathOf, settled } from './pages';

const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36';

let world: OpenedConsole;
let stats: string;
beforeAll(async () => {
  world = await openConsole();
  await fillWorkspace(world, 2);
  stats = pathOf(world, { name: 'stats', at: '/link' });
});
afterAll(() => world.close());

const visit = () =>
  fetch(`${world.product.url}/summer`, { redirect: 'manual', headers: { 'User-Agent': BROWSER } });

/** Statuses and body lengths of the answers to a page's requests for stats, as they arrive. */
function listen(page: Page): { status: number; bytes: number }[] {
  const answers: { status: number; bytes: number }[] = [];
  page.on('response', (response) => {
    if (!/\/summer\/stats\?/.test(response.url())) return;
    const status = response.status();
    const length = Number(response.headers()['content-length'] ?? 0);
    answers.push({ status, bytes: length });
  });
  return answers;
}

/** The number of the tile of humans. */
const HUMANS = `Number(document.querySelector('.totals .total').textContent)`;

test('a visit shows without a reload, and what has not changed is not sent again', async () => {
  const { page, close } = await world.open('/app/icon.svg');
  const answers = listen(page);
  await page.goto(world.product.url + stats);
  await settled(page);
  const before = await page.evaluate<number>(HUMANS);
  await page.waitForResponse((response) => response.status() === 304);
  await visit();
  await until(async () => (await page.evaluate<number>(HUMANS)) === before + 1, { what: 'the visit shows' });
  await page.waitForResponse((response) => response.status() === 304);
  for (const { status, bytes } of answers) expect([status, bytes > 0]).toEqual([status, status === 200]);
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 304]));
  await close();
});

/** Makes the page believe that it is shown or hidden, because a headless browser hides nothing. */
const showOrHide = (page: Page, state: 'visible' | 'hidden') =>
  page.evaluate(`(() => {
    Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  })()`);

test('a page in the background asks nothing, and asks at once when it is seen again', async () => {
  const { page, close } = await world.open(stats);
  await settled(page);
  await page.waitForResponse((response) => response.status() === 304);
  await showOrHide(page, 'hidden');
  // a request may be in flight
  await page.waitForTimeout(500);
  const answers = listen(page);
  await page.waitForTimeout(5_000);
  expect(answers).toEqual([]);
  const asked = page.waitForRequest(/\/summer\/stats\?/);
  await showOrHide(page, 'visible');
  await asked;
  await close();
});

test('a page that is asked to wait does, says since when its numbers are, and goes on', async () => {
  const { page, close } = await world.open(stats, { mayLoseServer: true });
  await settled(page);
  const headers = { 'Retry-After': '4' };
  const json = { error: 'Too many requests. Please wait a moment.', code: 'RATE_LIMIT_EXCEEDED' };
  const asked: number[] = [];
  await page.route('**/summer/stats?*', (route) => {
    asked.push(performance.now());
    return route.fulfill({ status: 429, headers, json });
  });
  await page.getByText('Too many requests. Please wait a moment.').waitFor();
  await page.getByText(/Those shown are of/).waitFor();
  await page.waitForTimeout(6_000);
  const [first = 0, second = 0] = asked;
  expect(asked.length).toBeLessThanOrEqual(3);
  expect(second - first).toBeGreaterThanOrEqual(3_900);
  await page.unroute('**/summer/stats?*');
  await page.getByText('Too many requests. Please wait a moment.').waitFor({ state: 'detached' });
  await close();
});

test('the map is loaded when it comes into view, and its countries are read by keyboard', async () => {
  const { page, close } = await world.open('/app/icon.svg', { height: 600 });
  const loaded: string[] = [];
  page.on('request', (request) => request.url().includes('/country-map-') && loaded.push(request.url()));
  await page.goto(world.product.url + stats);
  await settled(page);
  expect(loaded).toEqual([]);
  const hands = handsOn(page);
  await hands.tabTo(/^Show as table: Map of countries$/);
  const map = page.getByRole('slider', { name: /^Map of countries/ });
  await map.waitFor();
  await hands.tabTo(/^Map of countries/);
  const list = page.getByRole('slider', { name: /^Countries/ });
  const top = await list.getAttribute('aria-valuetext');
  await hands.press('Home');
  expect(await map.getAttribute('aria-valuetext')).toBe(top);
  expect(await map.locator('.map-chosen').count()).toBe(1);
  await hands.press('ArrowDown');
  expect(await map.getAttribute('aria-valuetext')).not.toBe(top);
  // its table has the numbers of the list
  await hands.press('t');
  const table = page.getByRole('region', { name: 'Map of countries, table' });
  await table.waitFor();
  await close();
});

test('the map is saved as a drawing of its own', async () => {
  const { page, close } = await world.open(stats, { height: 2_500 });
  await page.getByRole('slider', { name: /^Map of countries/ }).waitFor();
  for (const kind of ['SVG', 'PNG', 'CSV']) {
    await page.getByRole('button', { name: 'Download: Map of countries' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('menuitem', { name: kind }).click();
    expect((await download).suggestedFilename()).toMatch(
      new RegExp(`-countries-map\\.${kind.toLowerCase()}$`),
    );
  }
  await close();
});

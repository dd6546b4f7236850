// Charts and their tables can be read, on paper too: nothing is cut off, nothing is said twice, and a day takes one
// line.

import type { Page } from 'playwright-core';
import { fillWorkspace } from './fill-workspace';
import { openConsole, type OpenedConsole } from './open-console';
import { pathOf, settled } from './pages';

let world: OpenedConsole;
beforeAll(async () => {
  world = await openConsole();
  await fillWorkspace(world);
});
afterAll(() => world.close());

const at = (path: string) => pathOf(world, { name: path, at: path });
const drawn = (page: Page) => page.locator('.line-human .line').first().waitFor({ state: 'attached' });

/** The texts that reach out of their drawings, and whether there are more than 20 texts. */
const CUT = `(() => {
  const texts = [...document.querySelectorAll('svg.chart text')];
  const cut = texts.filter((text) => {
    const [own, chart] = [text.getBoundingClientRect(), text.closest('svg').getBoundingClientRect()];
    return own.left < chart.left - 0.5 || own.top < chart.top - 2 || own.bottom > chart.bottom + 2;
  });
  return [texts.length > 20, cut.map(({ textContent }) => textContent)];
})()`;

test('the names of lines that end at the highest number are all in the drawing', async () => {
  const slug = 'scanned';
  await world.v1('POST', '/urls', { url: 'https://example.com/', slug });
  const agent =
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 Mobile Safari/604.1';
  await fetch(`${world.product.url}/q/${slug}`, { redirect: 'manual', headers: { 'User-Agent': agent } });
  const { page, close } = await world.open(
    `${at('/w/links')}/${encodeURIComponent(world.product.zone)}/${slug}`,
  );
  await page.getByText(/: 1 human, of them 1 by scan/).waitFor();
  await settled(page);
  expect(await page.evaluate(CUT)).toEqual([true, []]);
  await close();
});

test.each([320, 1280])('German numbers at an axis are whole in a window of %i pixels', async (width) => {
  const { page, close } = await world.open('/app/icon.svg', { width, language: 'de' });
  await page.route('**/stats?*', async (route) => {
    const response = await route.fetch();
    const body = await response.text();
    const larger = (counts: string) => counts.replace(/\d+/g, (count) => String(Number(count) * 234_567));
    const many = body.replace(/"(n|b|v)":\d+|"buckets":\[[^\]]*\]/g, larger);
    await route.fulfill({ response, body: many });
  });
  await page.goto(world.product.url + at('/link'));
  await drawn(page);
  await settled(page);
  await page
    .locator('svg.chart text', { hasText: /00\.000$/ })
    .first()
    .waitFor();
  expect(await page.evaluate(CUT)).toEqual([true, []]);
  await close();
});

const DAY_MS = 86_400_000;
const dayAgo = (days: number) => new Date(Date.now() - days * DAY_MS).toISOString().slice(0, 10);

test('below a chart of some more days than a year no month stands twice', async () => {
  const { page, close } = await world.open(`${at('/link')}?from=${dayAgo(379)}&to=${dayAgo(0)}`, {
    width: 1600,
  });
  await drawn(page);
  await settled(page);
  const ticks = await page.locator('.chart-frame').first().locator('.chart-tick').allTextContents();
  const months = ticks.filter((text) => /20\d\d$/.test(text));
  expect(months.length).toBeGreaterThan(5);
  expect(new Set(months).size).toBe(months.length);
  await close();
});

/** Days of the table that take more than one line. */
const BROKEN = `[...document.querySelectorAll('.chart-table tbody th')].filter((head) => {
  const range = document.createRange();
  range.selectNodeContents(head);
  return new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1;
}).map((head) => head.textContent)`;

test.each(['en', 'de'] as const)('on a phone a day of a table stands on one line: %s', async (language) => {
  const { page, close } = await world.open(at('/link'), { width: 360, language });
  await drawn(page);
  const table = page.getByRole('button', { name: /^(Show as table|Als Tabelle zeigen)/ });
  await table.nth(0).click();
  await table.nth(0).click();
  expect(await page.locator('.chart-table').count()).toBe(2);
  expect(await page.evaluate(BROKEN)).toEqual([]);
  await close();
});

test('a print has what is read, without what is pressed, in dark letters', async () => {
  const { page, close } = await world.open(at('/link'), { hasOwnContext: true, theme: 'dark', width: 794 });
  await drawn(page);
  await page.evaluate("document.documentElement.dataset.theme = 'dark'");
  const isShown = (selector: string) => page.locator(selector).first().isVisible();
  const colour = () => page.evaluate<string>('getComputedStyle(document.body).color');
  expect(await isShown('nav')).toBe(true);
  expect(await colour()).toBe('rgb(236, 238, 242)');
  await page.emulateMedia({ media: 'print' });
  for (const selector of ['.totals', 'svg.chart', 'h1']) expect(await isShown(selector)).toBe(true);
  for (const selector of ['nav', '.side', '.range-picker', '.chart-head button'])
    expect(await isShown(selector)).toBe(false);
  expect(await colour()).toBe('rgb(21, 24, 30)');
  await close();
});

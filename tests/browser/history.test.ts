// The Back button, and the scroll position at which a page begins.

import type { Page } from 'playwright-core';
import { until } from '../until';
import { openConsole, type OpenedConsole } from './open-console';
import { settled } from './pages';

const LINKS = 60;

let world: OpenedConsole;
let links: string;
beforeAll(async () => {
  world = await openConsole();
  links = `/app/w/${world.workspaceId}/links`;
  const entries = Array.from({ length: LINKS }, (_, index) => ({
    url: 'https://example.com/',
    slug: `row-${index}`,
    title: `Row ${index}`,
  }));
  const made = await world.v1('POST', '/urls/batch', { links: entries });
  if (!made.ok) throw new Error(`no links: ${made.status}`);
});
afterAll(() => world.close());

const scrolled = (page: Page) => page.evaluate<number>('scrollY');
const firstRow = (page: Page) => page.locator('[data-row]').first().innerText();

test('the next page of a list begins at its top, and the way back leads to the page before', async () => {
  const { page, close } = await world.open(`${links}?sort=created`);
  await settled(page);
  const first = await firstRow(page);
  await page.getByRole('button', { name: 'Next page' }).click();
  await page.getByText('Page 2 of 3').waitFor();
  await until(async () => (await firstRow(page)) !== first, { what: 'the second page' });
  expect(await scrolled(page)).toBe(0);
  await page.goBack();
  await page.getByText('Page 1 of 3').waitFor();
  expect(new URL(page.url()).search).toBe('?sort=created');
  await until(async () => (await firstRow(page)) === first, { what: 'the first page' });
  await close();
});

test('the form of a new link, once it is closed, is not opened by the way back', async () => {
  const { page, close } = await world.open('/app/icon.svg');
  await page.goto(`${world.product.url}/app/w/${world.workspaceId}/campaigns`);
  await settled(page);
  await page.getByRole('link', { name: 'Links', exact: true }).click();
  const open = page.getByRole('button', { name: 'New link', exact: true });
  await open.click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(new URL(page.url()).search).toBe('');
  expect(await page.evaluate('document.activeElement.textContent')).toBe('New link');
  await page.goBack();
  await page.getByRole('heading', { name: 'Campaigns', level: 1 }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);

  // while the dialog is open, Back closes it
  await page.goForward();
  await open.click();
  await page.getByRole('dialog').waitFor();
  await page.goBack();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(new URL(page.url()).pathname).toBe(links);
  await close();
});

test('a page whose figures are known begins at its top as well, and the way back keeps the place', async () => {
  const { page, close } = await world.open(`${links}?sort=title`);
  const row = page.locator('[data-row]').nth(20);
  const title = page.getByRole('heading', { name: await row.innerText(), level: 1 });
  await row.click();
  await title.waitFor();
  await page.locator('.chart-frame svg').first().waitFor();
  await page.goBack();
  await row.scrollIntoViewIfNeeded();
  const before = await scrolled(page);
  expect(before).toBeGreaterThan(200);
  await row.click();
  await title.waitFor();
  expect(await scrolled(page)).toBe(0);
  await page.goBack();
  await until(async () => (await scrolled(page)) > 200, { what: 'the place in the list' });
  await close();
});

// Figures that could not be read can be requested again, for the chosen days and no others. So can those of a list to
// which a person returns.

import type { Page } from 'playwright-core';
import { openConsole, type OpenedConsole } from './open-console';

let world: OpenedConsole;
beforeAll(async () => {
  world = await openConsole();
  await world.v1('POST', '/urls', { url: 'https://example.com/?utm_campaign=spring', slug: 'spring-one' });
});
afterAll(() => world.close());

const AWAY = {
  status: 503,
  json: { error: 'The analytics store does not answer.', code: 'ANALYTICS_UNAVAILABLE' },
};
const DATABASE_AWAY = {
  status: 503,
  json: { error: 'The service does not answer.', code: 'DATABASE_UNAVAILABLE' },
};
const UNREADABLE = 'Statistics cannot be read right now';

const tryAgain = (page: Page) => page.getByRole('button', { name: 'Try again' }).click();

test('all days of a link are asked for again by the first of them', async () => {
  const { page, close } = await world.open('/app/icon.svg', { refusals: [503] });
  const asked: URLSearchParams[] = [];
  let isAway = true;
  await page.route(/\/stats\?/, (route) => {
    asked.push(new URL(route.request().url()).searchParams);
    return isAway ? route.fulfill(DATABASE_AWAY) : route.continue();
  });
  const link = `links/${encodeURIComponent(world.product.zone)}/spring-one`;
  await page.goto(`${world.product.url}/app/w/${world.workspaceId}/${link}?range=all`);
  await page.getByText('The service does not answer.').waitFor();
  isAway = false;
  await tryAgain(page);
  await page.getByRole('heading', { name: 'All time' }).waitFor();
  expect(asked.filter((query) => query.has('to') && !query.has('from')).map(String)).toEqual([]);
  await close();
});

test('days of campaigns that cannot be read can be asked for again, and left for others', async () => {
  const { page, close } = await world.open('/app/icon.svg', { refusals: [503] });
  let isAway = true;
  await page.route(/\/urls\/campaigns\?/, (route) => (isAway ? route.fulfill(AWAY) : route.continue()));
  const campaigns = `${world.product.url}/app/w/${world.workspaceId}/campaigns`;
  const past = `${campaigns}?from=2026-01-01&to=2026-01-31`;
  await page.goto(past);
  await page.getByText(UNREADABLE).waitFor();
  expect(await page.getByRole('button', { name: '30 days' }).count()).toBe(1);
  isAway = false;
  await tryAgain(page);
  // the tagged link was created after these days
  await page.getByRole('heading', { name: 'No tagged links by the end of these days' }).waitFor();
  isAway = true;
  await page.goto(past);
  await page.getByText(UNREADABLE).waitFor();
  isAway = false;
  await page.getByRole('button', { name: '30 days' }).click();
  await page.getByRole('link', { name: 'spring' }).waitFor();
  await close();
});

test('a list that a person comes back to has the visits of meanwhile', async () => {
  const { page, close } = await world.open('/app/icon.svg');
  await page.goto(`${world.product.url}/app/w/${world.workspaceId}/links`);
  const numbers = page.locator('tbody tr', { hasText: 'spring-one' });
  await numbers.waitFor();
  await page.getByRole('link', { name: 'spring-one' }).first().click();
  await page.getByRole('heading', { name: 'spring-one' }).waitFor();
  const again = page.waitForRequest(/\/urls\?/);
  await page.goBack();
  await again;
  await close();
});

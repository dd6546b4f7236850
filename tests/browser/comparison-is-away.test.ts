// A campaign report that cannot be compared says so: its earlier period cannot be read, or it lacks days itself.

import { openConsole, type OpenedConsole } from './open-console';

let world: OpenedConsole;
beforeAll(async () => {
  world = await openConsole();
  await world.v1('POST', '/urls', { url: 'https://example.com/?utm_campaign=spring', slug: 'spring-one' });
});
afterAll(() => world.close());

test('a comparison that cannot be made is not left out without a word', async () => {
  const { page, close } = await world.open('/app/icon.svg', { refusals: [503] });
  const today = new Date().toISOString().slice(0, 10);
  await page.route(/\/urls\/campaigns\?/, (route) =>
    new URL(route.request().url()).searchParams.get('to') === today
      ? route.continue()
      : route.fulfill({
          status: 503,
          json: { error: 'The service does not answer.', code: 'DATABASE_UNAVAILABLE' },
        }),
  );
  await page.goto(`${world.product.url}/app/w/${world.workspaceId}/campaigns?compare=before`);
  await page.getByRole('link', { name: 'spring' }).waitFor();
  await page
    .getByRole('status')
    .getByText('The earlier period cannot be read right now. The service does not answer.')
    .waitFor();
  await page.getByLabel('Compare').selectOption('none');
  await page.getByText('The earlier period cannot be read').waitFor({ state: 'detached' });
  await close();
});

test('a report of the live days alone is not compared with whole days', async () => {
  const { page, close } = await world.open('/app/icon.svg');
  const today = new Date().toISOString().slice(0, 10);
  await page.route(/\/urls\/campaigns\?/, async (route) => {
    if (new URL(route.request().url()).searchParams.get('to') !== today) return route.continue();
    const response = await route.fetch();
    const { report } = (await response.json()) as { report: object };
    return route.fulfill({ response, json: { report: { ...report, freshness: 'degraded' } } });
  });
  const at = `${world.product.url}/app/w/${world.workspaceId}/campaigns`;
  await page.goto(`${at}?compare=before`);
  await page.getByText('While older days are missing, nothing is compared.').waitFor();
  expect(await page.getByText('Compared with').count()).toBe(0);
  expect(await page.getByRole('columnheader', { name: 'Change' }).count()).toBe(0);
  // only today, so that both today and the day before are known
  await page.goto(`${at}?compare=before&from=${today}&to=${today}`);
  await page.getByRole('columnheader', { name: 'Change' }).waitFor();
  await close();
});

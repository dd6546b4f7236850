// A campaign report whose earlier period cannot be read says so, and shows the later one.

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

// A workspace with more campaigns than a report lists. The page claims nothing about the clicks of those left out.

import { openConsole, type OpenedConsole } from './open-console';

/** The number of campaigns that the API's report lists. */
const LISTED = 1_000;
const BATCH = 100;

let world: OpenedConsole;
beforeAll(async () => {
  world = await openConsole();
  for (let first = 0; first <= LISTED; first += BATCH) {
    const links = Array.from({ length: Math.min(BATCH, LISTED + 1 - first) }, (_, index) => ({
      url: `https://example.com/?utm_campaign=campaign-${String(first + index).padStart(4, '0')}`,
    }));
    const made = await world.v1('POST', '/urls/batch', { links });
    if (!made.ok) throw new Error(`links were refused: ${made.status}`);
  }
});
afterAll(() => world.close());

test('a campaign that the report leaves out is not said to have no clicks', async () => {
  const at = `/app/w/${world.workspaceId}/campaigns`;
  const { page, close } = await world.open(`${at}?campaign=campaign-${LISTED}`);
  await page.getByText('This one is not among them.').waitFor();
  expect(await page.getByText('has no clicks').count()).toBe(0);
  expect(await page.getByText('Human clicks by day').count()).toBe(0);
  await page.getByRole('heading', { name: 'Links of this campaign' }).waitFor();
  await page.goto(`${world.product.url}${at}?campaign=campaign-0000`);
  await page.getByText('Human clicks by day').first().waitFor();
  await close();
});

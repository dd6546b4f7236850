// Every page in both themes, both languages and two widths: no rule of axe is broken, and nothing scrolls sideways.

import { scrollsSideways, violationsOf } from './axe';
import { openConsole, type Look, type OpenedConsole } from './open-console';

jest.setTimeout(240_000);

let world: OpenedConsole;
beforeAll(async () => {
  world = await openConsole();
  await world.v1('POST', '/urls', {
    url: 'https://example.com/summer?utm_source=mail',
    slug: 'summer',
    title: 'Summer',
  });
  await world.v1('POST', '/urls', { url: 'https://example.com/winter', slug: 'winter' });
});
afterAll(() => world.close());

const LOOKS: Look[] = (['light', 'dark'] as const).flatMap((theme) =>
  (['en', 'de'] as const).flatMap((language) => [360, 1280].map((width) => ({ theme, language, width }))),
);

const pages = () => {
  const base = `/app/w/${world.workspaceId}`;
  return { links: `${base}/links` };
};

test.each(LOOKS)('links: $theme, $language, $width px', async (look) => {
  const { page, close } = await world.open(pages().links, look);
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  expect(await scrollsSideways(page)).toBe(false);
  await close();
});

test.each(LOOKS)('sign-in: $theme, $language, $width px', async (look) => {
  const { page, close } = await world.open('/app/sign-in', { ...look, isSignedOut: true });
  await page.getByRole('heading', { level: 1 }).waitFor();
  expect(await violationsOf(page)).toEqual([]);
  await close();
});

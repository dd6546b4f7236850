// Every page and dialog in both themes, both languages and two widths: no rule of axe is broken, nothing scrolls sideways,
// no target is too small for a finger, and the page complains of nothing.

import type { Page } from 'playwright-core';
import { scrollsSideways, smallTargets, violationsOf } from './axe';
import { fillWorkspace } from './fill-workspace';
import { openConsole, type Look, type OpenedConsole } from './open-console';
import { PAGES, settled, show } from './pages';

jest.setTimeout(240_000);

let world: OpenedConsole;
beforeAll(async () => {
  world = await openConsole();
  await fillWorkspace(world);
});
afterAll(() => world.close());

const THEMES = ['light', 'dark'] as const;
const WIDTHS = [360, 1280] as const;

type Fault = { page: string; look: string; fault: string };

/** What is wrong with a page that is shown, in both themes and widths. */
async function faultsOf(page: Page): Promise<Omit<Fault, 'page'>[]> {
  const faults: Omit<Fault, 'page'>[] = [];
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 });
    for (const theme of THEMES) {
      await page.emulateMedia({ colorScheme: theme });
      await settled(page);
      const found = [
        ...(await violationsOf(page)),
        ...(await smallTargets(page)),
        ...((await scrollsSideways(page)) ? ['scrolls sideways'] : []),
      ];
      faults.push(...found.map((fault) => ({ look: `${theme}, ${width} px`, fault })));
    }
  }
  return faults;
}

describe.each(['en', 'de'] as const)('in %s', (language) => {
  test.each([
    ['with a session', false],
    ['without one', true],
  ])('no page has a fault in light or dark, at 360 or 1280 px, %s', async (_, isSignedOut) => {
    // what is asked for does not exist on some pages; who has no session is told so
    const look = { language, isSignedOut, refusals: isSignedOut ? [400, 401, 404, 410] : [404] };
    const { page, close } = await world.open('/app/icon.svg', look);
    const faults: Fault[] = [];
    for (const appPage of PAGES.filter((one) => (one.isSignedOut ?? false) === isSignedOut)) {
      await show(world, page, appPage);
      faults.push(...(await faultsOf(page)).map((fault) => ({ page: appPage.name, ...fault })));
    }
    expect(faults).toEqual([]);
    await close();
  });
});

test.each<Look & { name: string }>([
  { name: '320 px', width: 320, height: 640, language: 'de' },
  // of a window of 1280 × 800, zoomed to 200 and 400 %
  { name: '200 % of zoom', width: 640, height: 400, language: 'de' },
  { name: '400 % of zoom', width: 320, height: 200, language: 'en' },
  { name: '4K', width: 3840, height: 2160, language: 'en' },
])('nothing scrolls sideways and no target is too small: $name', async (look) => {
  const { page, close } = await world.open('/app/icon.svg', { ...look, refusals: [404] });
  const faults: Fault[] = [];
  for (const appPage of PAGES.filter(({ isSignedOut }) => !isSignedOut)) {
    await show(world, page, appPage);
    const found = [
      ...(await smallTargets(page)),
      ...((await scrollsSideways(page)) ? ['scrolls sideways'] : []),
    ];
    faults.push(...found.map((fault) => ({ page: appPage.name, look: look.name, fault })));
  }
  expect(faults).toEqual([]);
  await close();
});

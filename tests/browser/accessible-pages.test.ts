// Every page and dialog in both languages: no rule of axe is broken on a phone in the dark or on a desk in the light,
// nothing scrolls sideways in any window, no target is too small for a finger, and no page complains of anything.

import { fillWorkspace } from './fill-workspace';
import { openConsole, type OpenedConsole } from './open-console';
import { faultsOfPages, windowOf } from './page-faults';

jest.setTimeout(240_000);

let world: OpenedConsole;
beforeAll(async () => {
  world = await openConsole();
  await fillWorkspace(world);
});
afterAll(() => world.close());

const LOOKS = [windowOf('360 px', 'dark'), windowOf('1280 px', 'light')];

/** Widths alone: each in one of the languages. */
const SIZES = {
  en: [windowOf('400 % of zoom', 'light', false), windowOf('4K', 'light', false)],
  de: [windowOf('320 px', 'light', false), windowOf('200 % of zoom', 'light', false)],
};

test.each(['en', 'de'] as const)('no page of a workspace has a fault in %s', async (language) => {
  expect(await faultsOfPages(world, language, [...LOOKS, ...SIZES[language]])).toEqual([]);
});

test.each(['en', 'de'] as const)('no page before sign-in has a fault in %s', async (language) => {
  expect(await faultsOfPages(world, language, [...LOOKS, ...SIZES[language]], true)).toEqual([]);
});

// Every page and dialog in both languages: no rule of axe is broken on a phone in the dark (German) or on a desk in the
// light (English), nothing scrolls sideways in small windows, no target is too small for a finger, and no page complains
// of anything. accessible-pages.slow.test.ts looks at the other themes, languages and windows.

import { addPasskey } from './add-passkey';
import { fillWorkspace } from './fill-workspace';
import { openConsole, type OpenedConsole } from './open-console';
import { faultsOfPages, windowOf } from './page-faults';

jest.setTimeout(240_000);

let world: OpenedConsole;
beforeAll(async () => {
  world = await openConsole();
  await fillWorkspace(world);
  await addPasskey(world);
});
afterAll(() => world.close());

/** axe takes most of the time: it looks at one window of each language. */
const WINDOWS = {
  en: [
    windowOf('1280 px', 'light'),
    windowOf('360 px', 'dark', false),
    windowOf('400 % of zoom', 'light', false),
  ],
  de: [
    windowOf('360 px', 'dark'),
    windowOf('1280 px', 'light', false),
    windowOf('320 px', 'light', false),
    windowOf('200 % of zoom', 'light', false),
  ],
};

test.each(['en', 'de'] as const)('no page of a workspace has a fault in %s', async (language) => {
  expect(await faultsOfPages(world, language, WINDOWS[language])).toEqual([]);
});

test.each(['en', 'de'] as const)('no page before sign-in has a fault in %s', async (language) => {
  expect(await faultsOfPages(world, language, WINDOWS[language], true)).toEqual([]);
});

// The rest of accessible-pages.test.ts: with it, axe looks at every page and dialog on a phone and on a desk, in the light
// and in the dark, in both languages, and every width is looked at in both languages.

import { addImports } from './add-imports';
import { addPasskey } from './add-passkey';
import { fillWorkspace } from './fill-workspace';
import { openConsole, type OpenedConsole } from './open-console';
import { faultsOfPages, windowOf } from './page-faults';

let world: OpenedConsole;
beforeAll(async () => {
  world = await openConsole();
  await fillWorkspace(world);
  await addPasskey(world);
  await addImports(world);
});
afterAll(() => world.close());

const WINDOWS = {
  en: [
    windowOf('1280 px', 'light'),
    windowOf('1280 px', 'dark'),
    windowOf('360 px', 'light'),
    windowOf('360 px', 'dark'),
    windowOf('320 px', 'light', false),
    windowOf('200 % of zoom', 'light', false),
    windowOf('400 % of zoom', 'light', false),
    windowOf('4K', 'light', false),
  ],
  de: [
    windowOf('1280 px', 'light'),
    windowOf('1280 px', 'dark'),
    windowOf('360 px', 'light'),
    windowOf('200 % of zoom', 'light', false),
    windowOf('400 % of zoom', 'light', false),
    windowOf('4K', 'light', false),
  ],
};

test.each(['en', 'de'] as const)('no page of a workspace has a fault in %s', async (language) => {
  expect(await faultsOfPages(world, language, WINDOWS[language])).toEqual([]);
});

test.each(['en', 'de'] as const)('no page before sign-in has a fault in %s', async (language) => {
  expect(await faultsOfPages(world, language, WINDOWS[language], true)).toEqual([]);
});

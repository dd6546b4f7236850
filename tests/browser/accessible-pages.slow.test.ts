// Every page and dialog in both languages, on a phone and a desktop, in light and dark: axe finds no violation, nothing
// scrolls sideways in small windows, no target is too small for a finger, and no page reports an error.

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

/** axe takes most of the time, so it does not run in windows that differ only in width. */
const OTHER_WIDTHS = [
  windowOf('320 px', 'light', 'none'),
  windowOf('200 % of zoom', 'light', 'none'),
  windowOf('400 % of zoom', 'light', 'none'),
  windowOf('4K', 'light', 'none'),
];
/** The dark changes nothing but colours, the language everything else. */
const WINDOWS = {
  en: [
    windowOf('1280 px', 'light'),
    windowOf('1280 px', 'dark', 'of colours'),
    windowOf('360 px', 'light'),
    windowOf('360 px', 'dark', 'of colours'),
    ...OTHER_WIDTHS,
  ],
  de: [
    windowOf('1280 px', 'light', 'but of colours'),
    windowOf('360 px', 'light', 'but of colours'),
    ...OTHER_WIDTHS,
  ],
};

test.each(['en', 'de'] as const)('no page of a workspace has a fault in %s', async (language) => {
  expect(await faultsOfPages(world, language, WINDOWS[language])).toEqual([]);
});

test.each(['en', 'de'] as const)('no page before sign-in has a fault in %s', async (language) => {
  expect(await faultsOfPages(world, language, WINDOWS[language], true)).toEqual([]);
});

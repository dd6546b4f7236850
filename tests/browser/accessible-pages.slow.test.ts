// Every page and dialog, in both languages: no rule of axe is broken on a phone and on a desk, in the light and in the dark,
// nothing scrolls sideways in small windows, no target is too small for a finger, and no page complains of anything.

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

/** axe takes most of the time: it does not look at what differs in width only. */
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

// Every page and dialog in English: no rule of axe is broken on a desk in the light, nothing scrolls sideways in small
// windows, no target is too small for a finger, and no page complains of anything.

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

/** axe takes most of the time: it looks at one window. */
const WINDOWS = [
  windowOf('1280 px', 'light'),
  windowOf('360 px', 'dark', false),
  windowOf('400 % of zoom', 'light', false),
];

test('no page of a workspace has a fault in en', async () => {
  expect(await faultsOfPages(world, 'en', WINDOWS)).toEqual([]);
});

test('no page before sign-in has a fault in en', async () => {
  expect(await faultsOfPages(world, 'en', WINDOWS, true)).toEqual([]);
});

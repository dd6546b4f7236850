// Every page and dialog in German, whose words are longer: no rule of axe is broken on a phone in the dark, nothing
// scrolls sideways in small windows, no target is too small for a finger, and no page complains of anything. English, the
// other themes and the other windows are in accessible-pages.slow.test.ts.

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

/** axe takes most of the time: it looks at one window. */
const WINDOWS = [windowOf('360 px', 'dark'), windowOf('320 px', 'light', false)];

test('no page of a workspace has a fault in de', async () => {
  expect(await faultsOfPages(world, 'de', WINDOWS)).toEqual([]);
});

test('no page before sign-in has a fault in de', async () => {
  expect(await faultsOfPages(world, 'de', WINDOWS, true)).toEqual([]);
});

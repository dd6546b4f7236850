// Every page and dialog in each theme, language and window, by all rules.

import { fillWorkspace } from './fill-workspace';
import { openConsole, type OpenedConsole } from './open-console';
import { faultsOfPages, windowOf } from './page-faults';

jest.setTimeout(900_000);

let world: OpenedConsole;
beforeAll(async () => {
  world = await openConsole();
  await fillWorkspace(world);
});
afterAll(() => world.close());

const SIZES = ['320 px', '360 px', '1280 px', '200 % of zoom', '400 % of zoom', '4K'] as const;
const WINDOWS = (['light', 'dark'] as const).flatMap((theme) => SIZES.map((size) => windowOf(size, theme)));

describe.each(['en', 'de'] as const)('in %s', (language) => {
  test.each([
    ['of a workspace', false],
    ['before sign-in', true],
  ])('no page %s has a fault in any theme or window', async (_, isSignedOut) => {
    expect(await faultsOfPages(world, language, WINDOWS, isSignedOut)).toEqual([]);
  });
});

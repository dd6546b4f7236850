// Every section of the settings in an empty workspace: axe finds nothing, and nothing scrolls sideways.
// accessible-pages.slow.test.ts does the same in a full workspace.

import { scrollsSideways, violationsOf } from './axe';
import { openConsole, type OpenedConsole } from './open-console';

let world: OpenedConsole;
beforeAll(async () => {
  world = await openConsole();
});
afterAll(() => world.close());

const settings = (section: string) => `/app/w/${world.workspaceId}/settings/${section}`;

const SECTIONS = ['workspace', 'members', 'domains', 'tokens', 'utm', 'audit', 'account', 'my-tokens'];
const LOOKS = [
  { theme: 'light', language: 'en', width: 1280 },
  { theme: 'dark', language: 'de', width: 360 },
] as const;

test.each(LOOKS)('no section breaks a rule of axe: $theme, $language, $width px', async (look) => {
  const { page, close } = await world.open('/app/', look);
  for (const section of SECTIONS) {
    await page.goto(world.product.url + settings(section));
    await page.getByRole('heading', { level: 2 }).first().waitFor();
    expect({ section, violations: await violationsOf(page) }).toEqual({ section, violations: [] });
    expect({ section, scrolls: await scrollsSideways(page) }).toEqual({ section, scrolls: false });
  }
  await close();
});

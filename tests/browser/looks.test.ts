// What a person has set in their system: less motion, forced colours, more contrast.

import { violationsOf } from './axe';
import { fillWorkspace } from './fill-workspace';
import { openConsole, type OpenedConsole } from './open-console';
import { pathOf, settled } from './pages';

jest.setTimeout(120_000);

let world: OpenedConsole;
beforeAll(async () => {
  world = await openConsole();
  await fillWorkspace(world);
});
afterAll(() => world.close());

const at = (path: string) => pathOf(world, { name: path, at: path });

/** Whether anything on the page moves longer than a blink, by its styles. */
const MOVING = `[...document.querySelectorAll('*')].filter((element) => {
  const { animationName, animationDuration, transitionDuration } = getComputedStyle(element);
  const longest = Math.max(...transitionDuration.split(',').map(parseFloat));
  return (animationName !== 'none' && parseFloat(animationDuration) > 0.01) || longest > 0.01;
}).map((element) => element.outerHTML.slice(0, 120))`;

test('with less motion nothing moves, not even while a page loads', async () => {
  const { page, close } = await world.open(at('/w/links'), { reducedMotion: 'reduce' });
  await settled(page);
  // held back, so that the page shows that it is loading
  await page.route('**/usage*', () => undefined);
  await page.goto(world.product.url + at('/w/settings/workspace'));
  await page.locator('.spinner').waitFor();
  expect(await page.evaluate(MOVING)).toEqual([]);
  await close();
});

test('with forced colours, what is chosen is told apart by a frame', async () => {
  const { page, close } = await world.open(at('/link'), { forcedColors: 'active' });
  await settled(page);
  const frameOf = (selector: string) =>
    page.evaluate<string>(`getComputedStyle(document.querySelector('${selector}')).borderTopWidth`);
  expect(await frameOf('.nav-item[aria-current]')).toBe('2px');
  expect(await frameOf('.preset[aria-pressed="true"]')).toBe('2px');
  expect(await violationsOf(page)).toEqual([]);
  await close();
});

test.each(['light', 'dark'] as const)(
  'more contrast has no fault in %s, and lines are as dark as text',
  async (theme) => {
    const { page, close } = await world.open(at('/w/settings/members'), { contrast: 'more', theme });
    await settled(page);
    expect(await violationsOf(page)).toEqual([]);
    await close();
  },
);

test('days are labelled UTC, and numbers are written as the language writes them', async () => {
  const { page, close } = await world.open(at('/link'), { language: 'de' });
  await settled(page);
  await page.getByText(/Tage in UTC/).waitFor();
  await page.getByText(/^\d{2}\.\d{2}\.\d{4} bis \d{2}\.\d{2}\.\d{4}/).waitFor();
  await close();
});

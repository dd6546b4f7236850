// While a page loads, later content does not push away what is already shown.

import { openConsole, type OpenedConsole } from './open-console';
import { pathOf, settled } from './pages';

let world: OpenedConsole;
beforeAll(async () => {
  world = await openConsole();
  await world.v1('POST', '/urls', { url: 'https://example.com/', slug: 'summer', tags: ['still'] });
});
afterAll(() => world.close());

const SETTINGS = ['workspace', 'members', 'domains', 'tokens', 'utm', 'tags', 'imports', 'audit', 'account'];
const PAGES = [
  '/w/links',
  '/link/qr',
  '/w/campaigns',
  ...SETTINGS.map((section) => `/w/settings/${section}`),
];

/** The cumulative layout shift of the page so far: the share of the window that moved, times how far. */
const SHIFT = `new Promise((done) => {
  const shifts = [];
  const observer = new PerformanceObserver((list) => shifts.push(...list.getEntries()));
  observer.observe({ type: 'layout-shift', buffered: true });
  requestAnimationFrame(() => requestAnimationFrame(() => {
    shifts.push(...observer.takeRecords());
    done(shifts.reduce((sum, { value }) => sum + value, 0));
  }));
})`;
/** The maximum on a scale to 1; from 0.1 on a page is said to jump. */
const MAX_SHIFT = 0.05;

test.each([360, 1280])('no page jumps while it loads in a window of %i pixels', async (width) => {
  const { page, close } = await world.open('/app/icon.svg', { width });
  const jumping: string[] = [];
  for (const at of PAGES) {
    await page.goto(world.product.url + pathOf(world, { name: at, at }));
    await settled(page);
    const shift = await page.evaluate<number>(SHIFT);
    if (shift > MAX_SHIFT) jumping.push(`${at}: ${shift.toFixed(2)}`);
  }
  expect(jumping).toEqual([]);
  await close();
});

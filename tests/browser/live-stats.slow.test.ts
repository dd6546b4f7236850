// A visit shows on the page of its link within 3 s, without a reload.

import { fillWorkspace } from './fill-workspace';
import { openConsole, type OpenedConsole } from './open-console';
import { pathOf, settled } from './pages';

const LIMIT_MS = 3_000;
const VISITS = 8;
const BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36';

let world: OpenedConsole;
beforeAll(async () => {
  world = await openConsole();
  await fillWorkspace(world, 30);
});
afterAll(() => world.close());

/** Runs in the page: ms until the number of humans changes. */
const CHANGED = `new Promise((changed) => {
  const tile = () => document.querySelector('.totals .total').textContent;
  const [before, began] = [tile(), performance.now()];
  const look = () => (tile() === before ? requestAnimationFrame(look) : changed(performance.now() - began));
  look();
})`;

test('a visit shows within 3 s, whenever it comes', async () => {
  const { page, close } = await world.open(pathOf(world, { name: 'stats', at: '/link' }));
  await settled(page);
  const times: number[] = [];
  for (let visit = 0; visit < VISITS; visit++) {
    // each visit at another moment of the page's polling interval
    await page.waitForTimeout(visit * 270);
    const changed = page.evaluate<number>(CHANGED);
    await fetch(`${world.product.url}/summer`, { redirect: 'manual', headers: { 'User-Agent': BROWSER } });
    times.push(Math.round(await changed));
  }
  console.log(`a visit shows after ${times.join(', ')} ms`);
  expect(times.filter((ms) => ms > LIMIT_MS)).toEqual([]);
  await close();
});

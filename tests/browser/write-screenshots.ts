// `npm run screenshots`: writes the README's pictures from this build, as tests see it: the built product with two months
// of visits, in a real browser, in both themes.

import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { fillWorkspace } from './fill-workspace';
import { openConsole } from './open-console';
import { pathOf, settled } from './pages';

const FOLDER = path.join(__dirname, '..', '..', 'docs', 'screenshots');
const MOST_BYTES = 60_000;
/** A picture of this size stays legible at half of it, and small. */
const WINDOW = { width: 900, height: 560 };
const VISIT_DAYS = 60;

const PICTURES = [
  { name: 'links', at: '/w/links' },
  { name: 'stats', at: '/link' },
] as const;

async function writePictures(): Promise<void> {
  const world = await openConsole();
  try {
    await fillWorkspace(world, VISIT_DAYS);
    mkdirSync(FOLDER, { recursive: true });
    for (const theme of ['light', 'dark'] as const) {
      const { page, close } = await world.open('/app/icon.svg', { theme, ...WINDOW });
      for (const picture of PICTURES) {
        await page.goto(world.product.url + pathOf(world, picture));
        await settled(page);
        const file = path.join(FOLDER, `${picture.name}-${theme}.png`);
        await page.screenshot({ path: file, scale: 'css' });
        const { size } = statSync(file);
        if (size > MOST_BYTES) throw new Error(`${file} has ${size} bytes, more than ${MOST_BYTES}`);
        console.log(`${path.relative(process.cwd(), file)}: ${size} bytes`);
      }
      await close();
    }
  } finally {
    await world.close();
  }
}

void writePictures();

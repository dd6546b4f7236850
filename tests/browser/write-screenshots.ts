// `npm run screenshots`: writes the README's pictures from this build as tests see it: the built product with two
// months of visits, in a real browser, in both themes.

import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fillWorkspace } from './fill-workspace';
import { openConsole } from './open-console';
import { pathOf, settled } from './pages';

const FOLDER = path.join(__dirname, '..', '..', 'docs', 'screenshots');
const MAX_BYTES = 70_000;
const WINDOW = { width: 1280, height: 800 };
/** WebP quality: letters stay sharp, and a picture has a third of the size of its PNG. */
const QUALITY = 88;
const VISIT_DAYS = 60;

/** `drawn`: a part that is loaded after the page and belongs in the picture. */
const PICTURES = [
  { name: 'links', at: '/w/links', drawn: '.sparkline:visible' },
  { name: 'stats', at: '/link', drawn: '.chart-frame svg' },
] as const;

async function writePictures(): Promise<void> {
  const world = await openConsole();
  try {
    await fillWorkspace(world, VISIT_DAYS);
    mkdirSync(FOLDER, { recursive: true });
    for (const theme of ['light', 'dark'] as const) {
      const { page, context, close } = await world.open('/app/icon.svg', { theme, ...WINDOW });
      for (const picture of PICTURES) {
        await page.goto(world.product.url + pathOf(world, picture));
        await settled(page);
        await page.locator(picture.drawn).first().waitFor();
        const file = path.join(FOLDER, `${picture.name}-${theme}.webp`);
        const devtools = await context.newCDPSession(page);
        const { data } = await devtools.send('Page.captureScreenshot', { format: 'webp', quality: QUALITY });
        const bytes = Buffer.from(data, 'base64');
        if (bytes.length > MAX_BYTES)
          throw new Error(`${file} has ${bytes.length} bytes, more than ${MAX_BYTES}`);
        writeFileSync(file, bytes);
        console.log(`${path.relative(process.cwd(), file)}: ${bytes.length} bytes`);
      }
      await close();
    }
  } finally {
    await world.close();
  }
}

void writePictures();

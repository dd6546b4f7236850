// Notices about the result of an action are visible, also above a dialog.

import type { Page } from 'playwright-core';
import { openConsole, type OpenedConsole } from './open-console';

let world: OpenedConsole;
beforeAll(async () => {
  world = await openConsole();
});
afterAll(() => world.close());

/** The colour at the left edge of the notice as it is painted, and the colour that its style asks for. */
async function coloursOf(page: Page): Promise<{ painted: string; wanted: string }> {
  const notice = page.locator('.toast');
  await notice.waitFor();
  const box = await notice.boundingBox();
  if (!box) throw new Error('no notice');
  const clip = { x: box.x + 4, y: box.y + box.height / 2, width: 2, height: 2 };
  const picture = (await page.screenshot({ clip })).toString('base64');
  return page.evaluate(`(async () => {
    const image = new Image();
    image.src = 'data:image/png;base64,${picture}';
    await image.decode();
    const context = document.createElement('canvas').getContext('2d');
    context.drawImage(image, 0, 0);
    const [red, green, blue] = context.getImageData(0, 0, 1, 1).data;
    const wanted = getComputedStyle(document.querySelector('.toast')).backgroundColor;
    return { painted: 'rgb(' + [red, green, blue].join(', ') + ')', wanted };
  })()`);
}

/** Creates a link and copies its address from the dialog, which shows a notice. */
async function copyNewLink(page: Page): Promise<void> {
  await page.getByRole('dialog').getByLabel('Destination').fill('https://example.com/copied');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Your link is ready' });
  await dialog.getByRole('button', { name: /^Copy/ }).click();
  await page.locator('.toast', { hasText: /^Copied: / }).waitFor({ state: 'attached' });
}

test.each([
  { width: 360, height: 560 },
  { width: 1280, height: 500 },
])('what a dialog copies is said above it in a window of $width pixels', async (size) => {
  const { page, close } = await world.open(`/app/w/${world.workspaceId}/links?new`, size);
  await copyNewLink(page);
  const { painted, wanted } = await coloursOf(page);
  expect(painted).toBe(wanted);
  await close();
});

test('a browser from before popovers goes on as well', async () => {
  const { page, close } = await world.open(`/app/w/${world.workspaceId}/links?new`, {
    width: 1280,
    height: 500,
  });
  await page.evaluate('delete HTMLElement.prototype.togglePopover');
  await copyNewLink(page);
  await page.getByRole('dialog', { name: 'Your link is ready' }).waitFor();
  await close();
});

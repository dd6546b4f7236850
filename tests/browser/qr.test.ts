// The QR designer in a real browser. An independent decoder reads what is downloaded.

import { readFile } from 'node:fs/promises';
import type { Page } from 'playwright-core';
import { readQrCode } from '../../libs/qr/src/read-qr-code-fixture';
import { openConsole, type OpenedConsole } from './open-console';

const LOGO =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path fill="#c00" d="M0 0h8v8H0z"/></svg>';

let world: OpenedConsole;
let designer: string;
beforeAll(async () => {
  world = await openConsole();
  await world.v1('POST', '/urls', { url: 'https://secret.example/', slug: 'on-paper' });
  const domain = encodeURIComponent(new URL(world.product.url).host);
  designer = `/app/w/${world.workspaceId}/links/${domain}/on-paper/qr`;
});
afterAll(() => world.close());

// runs in the page, which has APIs that Node lacks; gives each pixel's brightness as one character
const PIXELS = `async (src) => {
  const image = new Image();
  image.src = src;
  await image.decode();
  const canvas = document.createElement('canvas');
  canvas.width = image.naturalWidth;
  canvas.height = image.naturalHeight;
  const context = canvas.getContext('2d');
  context.drawImage(image, 0, 0);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  let text = '';
  for (let at = 0; at < data.length; at += 4) text += data[at] + data[at + 1] + data[at + 2] > 381 ? '1' : '0';
  return { text, size: canvas.width };
}`;

/** The text of a PNG's QR code, and its pixels per side, as the browser decodes it. */
async function decoded(page: Page, file: string): Promise<{ text: string | undefined; size: number }> {
  const address = `data:image/png;base64,${(await readFile(file)).toString('base64')}`;
  const call = `(${PIXELS})(${JSON.stringify(address)})`;
  const { text, size } = await page.evaluate<{ text: string; size: number }>(call);
  const pixels = new Uint8ClampedArray(size * size * 4).fill(255);
  for (let at = 0; at < text.length; at++) if (text[at] === '0') pixels.fill(0, at * 4, at * 4 + 3);
  return { text: await readQrCode(pixels, size), size };
}

test('by keyboard a design is chosen and its PNG downloaded, which holds the scan address', async () => {
  const { page, close } = await world.open(designer);
  await page.getByRole('button', { name: 'Dots' }).focus();
  await page.keyboard.press('Enter');
  await page.getByLabel('Size of the PNG').selectOption('512');
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: 'PNG' }).focus();
  await page.keyboard.press('Enter');
  const download = await started;
  expect(download.suggestedFilename()).toMatch(/on-paper-qr-512\.png$/);
  const read = await decoded(page, await download.path());
  expect(read).toEqual({ text: `${world.product.url}/q/on-paper`, size: 512 });
  await close();
});

test('the SVG has the chosen size and not the destination', async () => {
  const { page, close } = await world.open(designer);
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: 'SVG' }).click();
  const svg = await readFile(await (await started).path(), 'utf8');
  expect(svg).toContain('width="1024" height="1024"');
  expect(svg).not.toContain('secret.example');
  await close();
});

test('colours that cameras would not read are refused in words, in both languages', async () => {
  for (const [language, label, words] of [
    ['en', 'Colour of the code', 'Cameras need at least 4.5'],
    ['de', 'Farbe des Codes', 'Kameras brauchen mindestens 4,5'],
  ] as const) {
    const { page, close } = await world.open(designer, { language });
    // the browser's own colour picker beside it has the same name
    await page.getByLabel(label).and(page.locator(':not([type=color])')).fill('#999999');
    await page.getByText(words).waitFor();
    expect(await page.locator('.qr-large').count()).toBe(0);
    await close();
  }
});

test('a logo raises the error level, and the code with it is still read', async () => {
  const { page, close } = await world.open(designer);
  await page
    .getByLabel('Logo')
    .setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(LOGO) });
  await page.getByText('the highest level is used').waitFor();
  await page.getByLabel('Size of the PNG').selectOption('512');
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: 'PNG' }).click();
  const read = await decoded(page, await (await started).path());
  expect(read.text).toBe(`${world.product.url}/q/on-paper`);
  await close();
});

test('the file of a logo that went with the design, or was refused, can be chosen again', async () => {
  const { page, close } = await world.open(designer);
  const field = page.getByLabel('Logo', { exact: true });
  await field.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(LOGO) });
  await page.getByRole('button', { name: 'Remove the logo' }).waitFor();
  expect(await field.inputValue()).toContain('logo.svg');
  await page.getByRole('button', { name: 'Back to black and white' }).click();
  await page.getByRole('button', { name: 'Remove the logo' }).waitFor({ state: 'detached' });
  expect(await field.inputValue()).toBe('');
  await field.setInputFiles({ name: 'logo.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await page.getByText('This file is no picture of these kinds.').waitFor();
  expect(await field.inputValue()).toBe('');
  await close();
});

test('a logo that was removed can be chosen again', async () => {
  const { page, close } = await world.open(designer);
  const field = page.getByLabel('Logo', { exact: true });
  await field.setInputFiles({ name: 'logo.svg', mimeType: 'image/svg+xml', buffer: Buffer.from(LOGO) });
  await page.getByRole('button', { name: 'Remove the logo' }).click();
  await page.getByText('the highest level is used').waitFor({ state: 'detached' });
  // a browser fires a change only when the field gets another file
  expect(await field.inputValue()).toBe('');
  await close();
});

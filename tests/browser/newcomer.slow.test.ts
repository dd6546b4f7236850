// A newcomer's first minute in a real browser: from the start of the process and the address in its banner to a chart
// that moved, with the clicks counted.

import { startStandalone, type RunningStandalone } from '../flow/start-standalone';
import { launchChromium } from './chromium';
import { settled } from './pages';
import type { Browser } from 'playwright-core';

const MAX_MS = 60_000;
const MAX_CLICKS = 4;

const DESTINATION = 'https://example.com/a-long-address';

/** The User-Agent of a person's browser; a headless one would be counted as a bot. */
const PERSONS_BROWSER =
  'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0.0.0 Safari/537.36';

let product: RunningStandalone;
let browser: Browser;
afterAll(async () => {
  await browser.close();
  await product.close();
});

test('from the first start to a chart that moved it takes four clicks and a minute at most', async () => {
  const began = performance.now();
  let clicks = 0;
  product = await startStandalone();
  const address = /https?:\S+#token=\S+/.exec(product.banner)?.[0] ?? '';
  browser = await launchChromium();
  const context = await browser.newContext({ userAgent: PERSONS_BROWSER });
  const page = await context.newPage();

  // the terminal opens the clicked address
  clicks += 1;
  await page.goto(address);
  await page.getByRole('textbox', { name: 'Long address' }).waitFor();
  // the field has the focus
  await page.keyboard.type(DESTINATION);
  clicks += 1;
  await page.getByRole('button', { name: 'Shorten' }).click();
  // the test's machine may have no network: it is enough that the tab requests the destination
  const asked = context.waitForEvent('request', (request) => request.url() === DESTINATION);
  clicks += 1;
  await page.getByRole('link', { name: 'Open it' }).click();
  await asked;
  await page.bringToFront();
  await page.getByText('Visits so far: 1 by people, 0 by bots').waitFor();
  clicks += 1;
  await page.getByRole('link', { name: 'To its statistics' }).click();
  await page.getByRole('heading', { name: 'Visits by day' }).waitFor();
  await settled(page);
  const chart = page.getByRole('slider', { name: /^Visits by day/ });
  await chart.press('End');
  expect(await chart.getAttribute('aria-valuetext')).toMatch(/\b1\b/);

  const ms = Math.round(performance.now() - began);
  console.log(
    `${clicks} clicks, ${ms} ms, of them ${Math.round(product.startedInMs)} until the product was ready`,
  );
  expect(clicks).toBeLessThanOrEqual(MAX_CLICKS);
  expect(ms).toBeLessThanOrEqual(MAX_MS);
});

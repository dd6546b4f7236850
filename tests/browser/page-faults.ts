// What is wrong with every page and dialog in a list of windows: axe violations, targets too small for a finger,
// numbers on two lines, a page wider than its window.

import type { Page } from 'playwright-core';
import { brokenNumbers, scrollsSideways, smallTargets, violationsOf, type Rules } from './axe';
import type { OpenedConsole } from './open-console';
import type { Look } from './pool-pages';
import { PAGES, settled, show, type AppPage } from './pages';

export type Window = {
  name: string;
  theme: 'light' | 'dark';
  width: number;
  height: number;
  /** axe takes most of the time: with none of its rules, only what depends on the width is looked at. */
  axe: Rules | 'none';
};

export type Fault = { page: string; look: string; fault: string };

/** Windows of phones and desktops, and a window of 1280 × 800 zoomed to 200 or 400 %. */
export const SIZES = {
  '320 px': { width: 320, height: 640 },
  '360 px': { width: 360, height: 800 },
  '1280 px': { width: 1280, height: 800 },
  '200 % of zoom': { width: 640, height: 400 },
  '400 % of zoom': { width: 320, height: 200 },
  '4K': { width: 3840, height: 2160 },
} as const;

export const windowOf = (
  size: keyof typeof SIZES,
  theme: Window['theme'] = 'light',
  axe: Window['axe'] = 'all',
): Window => ({ name: `${theme}, ${size}`, theme, axe, ...SIZES[size] });

/** After two frames, everything that depends on the window's width has been redrawn. */
export const DRAWN = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';

async function faultsIn(page: Page, { width, height, theme, axe }: Window): Promise<string[]> {
  await page.setViewportSize({ width, height });
  await page.emulateMedia({ colorScheme: theme });
  await page.evaluate(DRAWN);
  await settled(page);
  return [
    ...(axe === 'none' ? [] : await violationsOf(page, axe)),
    ...(await smallTargets(page)),
    ...(await brokenNumbers(page)),
    ...((await scrollsSideways(page)) ? ['scrolls sideways'] : []),
  ];
}

async function faultsOf(page: Page, appPage: AppPage, windows: readonly Window[]): Promise<Fault[]> {
  const faults: Fault[] = [];
  for (const look of windows) {
    const found = await faultsIn(page, look);
    faults.push(...found.map((fault) => ({ page: appPage.name, look: look.name, fault })));
  }
  return faults;
}

/** Two tabs at a time, each its own browser process, because axe keeps a core busy. */
const TABS = 2;

/** Loads each page once, and looks at it in all windows. Throws when a page complains of something. */
export async function faultsOfPages(
  world: OpenedConsole,
  language: NonNullable<Look['language']>,
  windows: readonly Window[],
  isSignedOut = false,
): Promise<Fault[]> {
  // some pages request what does not exist; without a session requests are refused
  const refusals = isSignedOut ? [400, 401, 404, 410] : [404];
  const waiting = PAGES.filter((one) => (one.isSignedOut ?? false) === isSignedOut);
  const faults: Fault[] = [];
  const lookAtThem = async () => {
    const { page, close } = await world.open('/app/icon.svg', { language, isSignedOut, refusals });
    for (let appPage = waiting.shift(); appPage; appPage = waiting.shift()) {
      await page.setViewportSize(SIZES['1280 px']);
      await show(world, page, appPage);
      faults.push(...(await faultsOf(page, appPage, windows)));
    }
    await close();
  };
  await Promise.all(Array.from({ length: TABS }, lookAtThem));
  return faults;
}

// Pages of a browser, each lent to one test at a time. A tab that has shown the app before loads it with a fifth of the
// work: its process runs, and the scripts are compiled. It finds nothing of what the page before it stored or set.

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { STEP_MS } from './chromium';

export type Look = {
  theme?: 'light' | 'dark';
  language?: 'en' | 'de';
  width?: number;
  height?: number;
  /** Default: signed in as the owner. */
  isSignedOut?: boolean;
  /** Statuses from 400 on that the API may answer with; default: all below 500, which pages show in words. */
  refusals?: readonly number[];
  /** The server or the connection goes away while the page is open, so failed requests are no fault. */
  mayLoseServer?: boolean;
  /** The test sets something that would stay: a clock, a script of every page, an authenticator. */
  hasOwnContext?: boolean;
  /** Default: no motion. */
  reducedMotion?: 'reduce' | 'no-preference';
  forcedColors?: 'active' | 'none';
  contrast?: 'more' | 'no-preference';
};

type Cookies = Parameters<BrowserContext['addCookies']>[0];

/** The only page of its context. */
type Tab = { context: BrowserContext; page: Page; locale: string };

export type LentPage = { context: BrowserContext; page: Page; release: () => Promise<void> };

/** Events that tests listen to. */
const EVENTS = [
  'console',
  'dialog',
  'download',
  'pageerror',
  'popup',
  'request',
  'requestfailed',
  'response',
];

async function forget({ context, page }: Tab, origin: string): Promise<void> {
  await context.clearCookies();
  const session = await context.newCDPSession(page);
  await session.send('Storage.clearDataForOrigin', { origin, storageTypes: 'all' });
  const storageId = { securityOrigin: origin, isLocalStorage: false };
  await session.send('DOMStorage.clear', { storageId });
  await session.detach();
}

/** Replaces the app by a picture of its origin, so that no request is in flight, and removes what a test has set. */
async function clean(tab: Tab, origin: string): Promise<void> {
  const { context, page } = tab;
  for (const other of context.pages()) if (other !== page) await other.close();
  await page.goto(`${origin}/app/icon.svg`);
  await forget(tab, origin);
  for (const event of EVENTS) page.removeAllListeners(event);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await context.setOffline(false);
}

/** `cookies`: of the person who is signed in, unless a look says otherwise. */
export function poolPages(
  browser: Browser,
  origin: string,
  cookies: Cookies,
): (look: Look) => Promise<LentPage> {
  const idle: Tab[] = [];

  const newTab = async (locale: string): Promise<Tab> => {
    const permissions = ['clipboard-read', 'clipboard-write'];
    const context = await browser.newContext({ locale, permissions });
    context.setDefaultTimeout(STEP_MS);
    return { context, page: await context.newPage(), locale };
  };

  const take = (locale: string): Tab | undefined => {
    const found = idle.findIndex((tab) => tab.locale === locale);
    return found === -1 ? undefined : idle.splice(found, 1)[0];
  };

  return async (look) => {
    const { hasOwnContext = false } = look;
    const locale = look.language === 'de' ? 'de-DE' : 'en-GB';
    const tab = (hasOwnContext ? undefined : take(locale)) ?? (await newTab(locale));
    const { context, page } = tab;
    if (!look.isSignedOut) await context.addCookies(cookies);
    await page.setViewportSize({ width: look.width ?? 1280, height: look.height ?? 800 });
    await page.emulateMedia({
      colorScheme: look.theme ?? 'light',
      reducedMotion: look.reducedMotion ?? 'reduce',
      forcedColors: look.forcedColors ?? 'none',
      contrast: look.contrast ?? 'no-preference',
    });
    const release = async () => {
      // without a server nothing can be cleaned
      const isClean =
        !hasOwnContext &&
        (await clean(tab, origin)
          .then(() => true)
          .catch(() => false));
      if (isClean) idle.push(tab);
      else await context.close();
    };
    return { context, page, release };
  };
}

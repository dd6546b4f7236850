// The web app as a person meets it: the built product as a process, and a real browser in front of it. A page that logs
// an error, throws, or breaks its content security policy fails the test that closes it.

import type { Browser, BrowserContext, Page } from 'playwright-core';
import { runAdminCommandWith } from '../flow/admin-command';
import { startStandalone, type RunningStandalone } from '../flow/start-standalone';
import { launchChromium } from './chromium';

export const PASSWORD = 'correct horse battery staple';
/** The person whom a first start makes. */
export const OWNER = 'owner@localhost';

export type Look = {
  theme?: 'light' | 'dark';
  language?: 'en' | 'de';
  width?: number;
  height?: number;
  /** Default: signed in as the owner. */
  isSignedOut?: boolean;
};

export type OpenedPage = { page: Page; context: BrowserContext; close: () => Promise<void> };

export type OpenedConsole = {
  product: RunningStandalone;
  browser: Browser;
  /** The workspace of the first start. */
  workspaceId: string;
  /** A request of /v1 with the token of the first start. */
  v1: (method: string, path: string, body?: unknown) => Promise<Response>;
  /** A page of its own context at `path`, below the product's address; `close` throws what the page complained of. */
  open: (path: string, look?: Look) => Promise<OpenedPage>;
  close: () => Promise<void>;
};

/** What a page complained of so far: errors of its console, thrown errors, refused requests of other hosts. */
function listenTo(page: Page, url: string): string[] {
  const complaints: string[] = [];
  page.on('console', (message) => {
    // the browser logs every answer of 4xx and 5xx; pages show those in words
    if (message.type() === 'error' && !message.text().startsWith('Failed to load resource')) {
      complaints.push(`console: ${message.text()}`);
    }
  });
  page.on('pageerror', (error) => complaints.push(`thrown: ${error.message}`));
  page.on('request', (request) => {
    const isOwn = request.url().startsWith(url) || /^(data|blob):/.test(request.url());
    if (!isOwn) complaints.push(`request to a third party: ${request.url()}`);
  });
  return complaints;
}

async function setPassword(product: RunningStandalone, email: string): Promise<void> {
  const { code, stderr } = await runAdminCommandWith(
    `${PASSWORD}\n`,
    product.dataDirectory,
    'user',
    'set-password',
    '--email',
    email,
  );
  if (code !== 0) throw new Error(`the password could not be set: ${stderr}`);
}

/** Starts the product with a password for its owner, and a browser. */
export async function openConsole(): Promise<OpenedConsole> {
  const product = await startStandalone();
  await setPassword(product, OWNER);
  const browser = await launchChromium();

  const signedIn = await browser.newContext();
  const answer = await signedIn.request.post(`${product.url}/x/session`, {
    data: { email: OWNER, password: PASSWORD },
    headers: { Origin: product.url, 'X-Requested-With': 'test' },
  });
  if (!answer.ok()) throw new Error(`the owner could not sign in: ${answer.status()}`);
  const listed = await signedIn.request.get(`${product.url}/x/workspaces`);
  const { workspaces } = (await listed.json()) as { workspaces: { id: string; isPersonal: boolean }[] };
  const workspaceId = workspaces.find(({ isPersonal }) => !isPersonal)?.id;
  if (workspaceId === undefined) throw new Error('the first start made no workspace');
  const storageState = await signedIn.storageState();
  await signedIn.close();

  const open = async (path: string, look: Look = {}): Promise<OpenedPage> => {
    const context = await browser.newContext({
      ...(!look.isSignedOut && { storageState }),
      colorScheme: look.theme ?? 'light',
      locale: look.language === 'de' ? 'de-DE' : 'en-GB',
      viewport: { width: look.width ?? 1280, height: look.height ?? 800 },
      reducedMotion: 'reduce',
      permissions: ['clipboard-read', 'clipboard-write'],
    });
    const page = await context.newPage();
    const complaints = listenTo(page, product.url);
    await page.goto(product.url + path);
    const close = async () => {
      await context.close();
      if (complaints.length > 0) throw new Error(`the page complained:\n${complaints.join('\n')}`);
    };
    return { page, context, close };
  };

  return {
    product,
    browser,
    workspaceId,
    v1: (method, path, body) =>
      fetch(`${product.url}/v1${path}`, {
        method,
        headers: { Authorization: `Bearer ${product.token}`, 'Content-Type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    open,
    close: async () => {
      await browser.close();
      await product.close();
    },
  };
}

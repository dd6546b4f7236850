// The web app as a person meets it: the built product as a process, and a real browser. A page fails the test that
// closes it when it logs an error, throws, violates its content security policy, or gets an answer that the test does
// not expect.

import type { APIResponse, Browser, BrowserContext, Page } from 'playwright-core';
import type { RunningStandalone } from '../flow/start-standalone';
import { launchChromium, STEP_MS } from './chromium';
import { OWNER, PASSWORD, startOwnedProduct } from './owned-product';
import { poolPages, type Look } from './pool-pages';

export { OWNER, PASSWORD };

export type OpenedPage = { page: Page; context: BrowserContext; close: () => Promise<void> };

export type OpenedConsole = {
  product: RunningStandalone;
  browser: Browser;
  /** The workspace of the first start. */
  workspaceId: string;
  /** The owner's personal workspace, in which nothing was created. */
  emptyWorkspaceId: string;
  /** The Cookie header of a signed-in browser of the owner. */
  cookies: string;
  /** A request of /v1 with the token of the first start. */
  v1: (method: string, path: string, body?: unknown) => Promise<Response>;
  /** A request of /x as the owner. */
  x: (method: string, path: string, body?: unknown) => Promise<APIResponse>;
  /** Opens a page that remembers nothing, at `path` of the product. Its `close` throws what the page complained of. */
  open: (path: string, look?: Look) => Promise<OpenedPage>;
  close: () => Promise<void>;
};

/** A page's complaints so far: console errors, thrown errors, and unexpected answers and requests. */
function listenTo(page: Page, url: string, { refusals, mayLoseServer = false }: Look): string[] {
  const complaints: string[] = [];
  const isExpected = (status: number) => refusals?.includes(status) ?? status < 500;
  page.on('console', (message) => {
    const text = message.text();
    // the browser logs every answer of 4xx and 5xx as well; those are judged below
    if (message.type() !== 'error' || text.startsWith('Failed to load resource')) return;
    if (mayLoseServer && text.startsWith('PartNotLoadedError')) return;
    complaints.push(`console: ${text}`);
  });
  page.on('pageerror', (error) => complaints.push(`thrown: ${error.message}`));
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    const mayRefuse = pathname.startsWith('/x/') && isExpected(response.status());
    if (response.status() >= 400 && !mayRefuse && !mayLoseServer) {
      complaints.push(`answer ${response.status()} to ${response.request().method()} ${pathname}`);
    }
  });
  page.on('requestfailed', (request) => {
    // leaving a page or changing a search aborts requests
    const reason = request.failure()?.errorText ?? '';
    if (!mayLoseServer && reason !== 'net::ERR_ABORTED')
      complaints.push(`failed: ${request.url()}: ${reason}`);
  });
  page.on('request', (request) => {
    const isOwn = request.url().startsWith(url) || /^(data|blob):/.test(request.url());
    if (!isOwn) complaints.push(`request to a third party: ${request.url()}`);
  });
  return complaints;
}

/** Starts a browser, and the product with a password for its owner. `environment`: settings of the product. */
export async function openConsole(
  environment: Readonly<Record<string, string>> = {},
): Promise<OpenedConsole> {
  // first, because otherwise the product would outlive a test that finds no browser
  const browser = await launchChromium();
  const { product, token } = await startOwnedProduct(environment);

  const signedIn = await browser.newContext();
  signedIn.setDefaultTimeout(STEP_MS);
  const answer = await signedIn.request.post(`${product.url}/x/session`, {
    data: { email: OWNER, password: PASSWORD },
    headers: { Origin: product.url, 'X-Requested-With': 'test' },
  });
  if (!answer.ok()) throw new Error(`the owner could not sign in: ${answer.status()}`);
  const listed = await signedIn.request.get(`${product.url}/x/workspaces`);
  const { workspaces } = (await listed.json()) as { workspaces: { id: string; isPersonal: boolean }[] };
  const workspaceId = workspaces.find(({ isPersonal }) => !isPersonal)?.id;
  const emptyWorkspaceId = workspaces.find(({ isPersonal }) => isPersonal)?.id;
  if (workspaceId === undefined || emptyWorkspaceId === undefined)
    throw new Error('the first start made no workspaces');
  const storageState = await signedIn.storageState();

  const lendPage = poolPages(browser, product.url, storageState.cookies);
  const open = async (path: string, look: Look = {}): Promise<OpenedPage> => {
    const { context, page, release } = await lendPage(look);
    const complaints = listenTo(page, product.url, look);
    await page.goto(product.url + path);
    const close = async () => {
      await release();
      if (complaints.length > 0) throw new Error(`the page complained:\n${complaints.join('\n')}`);
    };
    return { page, context, close };
  };

  const world: OpenedConsole = {
    product,
    browser,
    workspaceId,
    emptyWorkspaceId,
    cookies: storageState.cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    v1: (method, path, body) =>
      fetch(`${product.url}/v1${path}`, {
        method,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    x: (method, path, body) =>
      signedIn.request.fetch(`${product.url}/x${path}`, {
        method,
        headers: { Origin: product.url, 'X-Requested-With': 'test' },
        ...(body !== undefined && { data: body }),
      }),
    open,
    close: async () => {
      await browser.close();
      // the product is read here, because a test may have restarted it
      await world.product.close();
    },
  };
  return world;
}

// Every page and dialog of the app, for suites that check all of them by one rule. A new page or dialog is one line
// here.

import type { Page } from 'playwright-core';
import { OWNER, PASSWORD, type OpenedConsole } from './open-console';

export type AppPage = {
  name: string;
  /** Below `/app`; `/w` and `/empty` are replaced by workspaces, `/link` by the address of a link's page. */
  at: string;
  isSignedOut?: boolean;
  /** Opens the dialog or menu that is checked as well. */
  open?: (page: Page) => Promise<void>;
  /** A selector that must be there before the check: parts of a page are loaded when they are first shown. */
  shows?: string;
};

const press = (keys: string) => (page: Page) => page.keyboard.press(keys);
/** The first thing with this name in either language. */
const click = (role: 'button' | 'menuitem', name: RegExp) => async (page: Page) =>
  page.getByRole(role, { name }).first().click();

const DIALOG = 'dialog[open]';
const MENU = '[role=menu]';

/** Waits until the page shows a refusal. */
const refused = (page: Page) => page.getByRole('alert').filter({ hasText: /\S/ }).first().waitFor();

export const PAGES: readonly AppPage[] = [
  { name: 'sign-in', at: '/sign-in', isSignedOut: true },
  { name: 'sign-in by a link that is over', at: '/sign-in#token=abc', isSignedOut: true, open: refused },
  { name: 'second step of a sign-in', at: '/sign-in', isSignedOut: true, open: firstStep },
  { name: 'password reset', at: '/password-reset', isSignedOut: true },
  { name: 'password reset, with its code', at: '/password-reset#abc', isSignedOut: true },
  { name: 'an invitation that is over', at: '/invitation#abc', isSignedOut: true, open: refused },
  { name: 'proof of an address', at: '/email-proof#abc', isSignedOut: true, shows: 'input[type=email]' },
  { name: 'links', at: '/w/links' },
  { name: 'links, nothing found', at: '/w/links?q=zzzzzz' },
  { name: 'links, none yet', at: '/empty/links' },
  { name: 'a new link', at: '/w/links?new', shows: DIALOG },
  { name: 'a new link with conditions', at: '/w/links?new', open: addConditions, shows: DIALOG },
  {
    name: 'several links',
    at: '/w/links',
    open: click('button', /^(Paste several|Mehrere einfügen)$/),
    shows: DIALOG,
  },
  {
    name: 'tags of several links',
    at: '/w/links',
    open: async (page) => {
      await page.getByRole('checkbox', { name: /(all links|Alle Links)/ }).check();
      await page.getByRole('button', { name: 'Tags', exact: true }).click();
    },
    shows: DIALOG,
  },
  { name: 'stats', at: '/link' },
  { name: 'stats, as tables', at: '/link', open: openAllTables, shows: '.chart-table' },
  {
    name: 'stats, menu of a chart',
    at: '/link',
    open: click('button', /^(Download|Herunterladen)/),
    shows: MENU,
  },
  { name: 'stats of no link', at: '/w/links/example.com/nothing' },
  { name: 'QR designer', at: '/link/qr' },
  { name: 'campaigns', at: '/w/campaigns' },
  { name: 'one campaign, compared', at: '/w/campaigns?campaign=summer&compare=before' },
  { name: 'workspace', at: '/w/settings/workspace' },
  {
    name: 'deleting a workspace',
    at: '/w/settings/workspace',
    open: click('button', /^(Delete the workspace|Workspace löschen)$/),
    shows: DIALOG,
  },
  { name: 'members', at: '/w/settings/members' },
  { name: 'domains', at: '/w/settings/domains' },
  {
    name: 'checking a domain',
    at: '/w/settings/domains',
    open: click('button', /^(Check DNS and certificate|DNS und Zertifikat prüfen)$/),
    shows: '[role=status] .notice',
  },
  {
    name: 'removing a domain',
    at: '/w/settings/domains',
    open: click('button', /^(Remove|Entfernen)$/),
    shows: DIALOG,
  },
  { name: 'workspace tokens', at: '/w/settings/tokens' },
  {
    name: 'revoking a token',
    at: '/w/settings/tokens',
    open: click('button', /^(Revoke|Widerrufen)$/),
    shows: DIALOG,
  },
  { name: 'tags', at: '/w/settings/tags' },
  { name: 'UTM conventions', at: '/w/settings/utm' },
  { name: 'import and export, none yet', at: '/empty/settings/imports' },
  { name: 'a checked file', at: '/w/settings/imports', shows: '.table' },
  {
    name: 'undoing an import',
    at: '/w/settings/imports',
    open: click('button', /^(Undo|Rückgängig machen)$/),
    shows: DIALOG,
  },
  { name: 'audit log', at: '/w/settings/audit' },
  { name: 'account', at: '/w/settings/account' },
  {
    name: 'deleting an account',
    at: '/w/settings/account',
    open: click('button', /^(Delete .*account|Konto löschen)$/),
    shows: DIALOG,
  },
  {
    name: 'removing a passkey',
    at: '/w/settings/account',
    open: click('button', /^(Remove the passkey|Passkey [^]* entfernen)/),
  },
  { name: 'own tokens', at: '/w/settings/my-tokens' },
  { name: 'command palette', at: '/w/settings/audit', open: press('Control+k'), shows: DIALOG },
  { name: 'shortcuts', at: '/w/settings/audit', open: press('?'), shows: DIALOG },
  { name: 'menu of workspaces', at: '/w/settings/audit', open: click('button', /^Workspace/), shows: MENU },
  {
    name: 'a new workspace',
    at: '/w/settings/audit',
    open: async (page) => {
      await page.getByRole('button', { name: /^Workspace/ }).click();
      await page.getByRole('menuitem', { name: /^(New|Neuer) / }).click();
    },
    shows: DIALOG,
  },
  {
    name: 'menu of the account',
    at: '/w/settings/audit',
    open: click('button', /^(Account|Konto)/),
    shows: MENU,
  },
  { name: 'no page', at: '/w/nothing' },
];

async function firstStep(page: Page): Promise<void> {
  await page.locator('input[type=email]').fill(OWNER);
  await page.locator('input[type=password]').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.locator('input[autocomplete=one-time-code]').waitFor();
}

/** A rule with every condition, and a split. */
async function addConditions(page: Page): Promise<void> {
  const dialog = page.locator(DIALOG);
  await dialog.locator('summary', { hasText: /Conditions|Bedingungen/ }).click();
  await dialog.getByRole('button', { name: /^(Add a rule|Regel hinzufügen)$/ }).click();
  const add = dialog.getByRole('button', { name: /^(Add|Hinzufügen)$/ });
  while ((await add.count()) > 0) await add.click();
  const country = dialog.getByRole('combobox', { name: /^(Country|Land)$/ });
  await country.fill('DE');
  await country.press('Enter');
  await dialog.getByRole('button', { name: /^(Split the visitors|Besucher aufteilen)$/ }).click();
}

async function openAllTables(page: Page): Promise<void> {
  const buttons = page.getByRole('button', { name: /^(Show as table|Als Tabelle zeigen)/ });
  while ((await buttons.count()) > 0) await buttons.first().click();
}

/** The address of a page, below the product's. */
export function pathOf(world: OpenedConsole, { at }: AppPage): string {
  const { product, workspaceId, emptyWorkspaceId } = world;
  const below = at
    .replace(/^\/link(?=\/|$)/, `/w/links/${encodeURIComponent(product.zone)}/summer`)
    .replace(/^\/empty\//, `/w/${emptyWorkspaceId}/`)
    .replace(/^\/w\/(?!ws_)/, `/w/${workspaceId}/`);
  return `/app${below}`;
}

/** Opens a page of the list and its dialog, and waits until nothing is under way. */
export async function show(world: OpenedConsole, page: Page, appPage: AppPage): Promise<void> {
  const path = pathOf(world, appPage);
  // a navigation that changes only the fragment would load nothing
  if (path.includes('#')) await page.goto('about:blank');
  await page.goto(world.product.url + path, { waitUntil: 'commit' });
  await settled(page);
  await appPage.open?.(page);
  if (appPage.shows !== undefined) await page.locator(appPage.shows).first().waitFor();
  await settled(page);
}

/** Runs in the page, frame by frame: polling from outside is too slow when there are hundreds of pages to wait for. */
const SETTLED = `new Promise((settled, failed) => {
  const end = Date.now() + 60_000;
  const look = () => {
    const hasHeading = [...document.querySelectorAll('h1, h2, h3')].some((heading) => heading.checkVisibility());
    const waiting = document.querySelector('.spinner, .chart-space:empty');
    if (hasHeading && waiting === null) settled();
    else if (Date.now() > end) failed(new Error(waiting ? 'still waiting: ' + waiting.outerHTML : 'no heading'));
    else requestAnimationFrame(look);
  };
  look();
})`;

/** Waits until the page shows a heading and neither a spinner nor a chart without its size. */
export const settled = (page: Page): Promise<void> => page.evaluate(SETTLED);

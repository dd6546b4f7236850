// Each main task without a mouse. After every key the focus is on an element, in the window, and drawn (hands.ts).

import { fillWorkspace } from './fill-workspace';
import { handsOn, type Hands } from './hands';
import { openConsole, OWNER, PASSWORD, type OpenedConsole } from './open-console';
import type { Look } from './pool-pages';
import { pathOf, settled } from './pages';
import type { Page } from 'playwright-core';

let world: OpenedConsole;
beforeAll(async () => {
  world = await openConsole();
  await fillWorkspace(world);
});
afterAll(() => world.close());

/** Opens an address (pages.ts) and does a job on it. */
async function on(
  at: string,
  job: (hands: Hands, page: Page) => Promise<void>,
  look: Look = {},
): Promise<void> {
  const { page, close } = await world.open(pathOf(world, { name: at, at }), look);
  await settled(page);
  await job(handsOn(page), page);
  await close();
}

test('signing in', () =>
  on(
    '/sign-in',
    async ({ tabTo, type, press }, page) => {
      await tabTo('Email address');
      await type(OWNER);
      await tabTo('Password');
      await type(PASSWORD);
      await press('Enter');
      await page.getByRole('heading', { name: 'Links', level: 1 }).waitFor();
    },
    { isSignedOut: true },
  ));

test('the first Tab leads past the navigation', () =>
  on('/w/links', async ({ press, at }) => {
    await press('Tab');
    expect(await at()).toBe('Skip to content');
    await press('Enter');
    await press('Tab');
    expect(await at()).not.toMatch(/Workspace|Search …/);
  }));

test('from a link in the table to its figures, and through the days of the chart', () =>
  on('/w/links', async ({ tabTo, press, at }, page) => {
    await tabTo(`${world.product.zone}/summer`);
    await page.keyboard.press('Enter');
    await page.getByRole('heading', { name: 'Visits by day' }).waitFor();
    await tabTo(/^Visits by day\. Arrow keys/);
    const slider = page.getByRole('slider', { name: /^Visits by day/ });
    await press('ArrowRight');
    const today = await slider.getAttribute('aria-valuetext');
    await press('ArrowLeft');
    expect(await slider.getAttribute('aria-valuetext')).not.toBe(today);
    await press('t');
    expect(await at()).toBe('Show as chart: Visits by day');
    expect(await page.getByRole('region', { name: 'Visits by day, table' }).isVisible()).toBe(true);
    await press('t', '1');
    expect(new URL(page.url()).search).toBe('?range=7d');
  }));

test('a file of a chart', () =>
  on('/link', async ({ tabTo, press, at }, page) => {
    await tabTo(/^Download: Countries/);
    await press('Enter', 'ArrowDown');
    expect(await at()).toBe('SVG');
    await press('Home');
    const [download] = await Promise.all([page.waitForEvent('download'), press('Enter')]);
    expect(download.suggestedFilename()).toMatch(/countries\.csv$/);
    expect(await at()).toMatch(/^Download: Countries/);
  }));

test('a campaign, its links, and back', () =>
  on('/w/campaigns', async ({ tabTo, press, at }, page) => {
    await tabTo('Compare with');
    await press('ArrowDown');
    await page.getByText(/^Compared with/).waitFor();
    await tabTo('summer');
    await press('Enter');
    await page.getByRole('heading', { name: 'summer' }).waitFor();
    expect(await at()).toBe('summer');
    await tabTo(`${world.product.zone}/summer`);
  }));

test('the command palette finds a page and a link', () =>
  on('/w/settings/audit', async ({ press, type, at }, page) => {
    await press('Control+k');
    await type('camp');
    await press('Enter');
    await page.getByRole('heading', { name: 'Campaigns', level: 1 }).waitFor();
    await press('Control+k');
    await type('poster');
    await page.getByRole('option', { name: /poster/ }).waitFor();
    await press('Enter');
    await page.getByRole('heading', { level: 1, name: /\/poster$/ }).waitFor();
    await press('?', 'Escape', 'Control+k', 'Escape');
    await press('Tab');
    expect(await at()).not.toBe('');
  }));

test('the command palette opens a section of the settings, and changes language and theme', () =>
  on('/w/links', async ({ press, type }, page) => {
    await press('Control+k');
    await type('utm');
    await press('Enter');
    await page.getByRole('heading', { name: 'UTM conventions', level: 2 }).waitFor();
    await press('Control+k');
    await type('theme: dark');
    await press('Enter');
    expect(await page.getAttribute('html', 'data-theme')).toBe('dark');
    await press('Control+k');
    await type('deutsch');
    await press('Enter');
    await page.getByRole('heading', { name: 'UTM-Regeln', level: 2 }).waitFor();
    expect(await page.getAttribute('html', 'lang')).toBe('de');
  }));

test('the menu of the account opens the description of the API', () =>
  on('/w/links', async ({ tabTo, press, at }, page) => {
    await tabTo(/^Account ?owner/);
    await press('Enter', 'ArrowDown');
    expect(await at()).toBe('API documentation');
    const [opened] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Enter')]);
    await opened.getByRole('heading', { level: 1 }).waitFor();
    expect(new URL(opened.url()).pathname).toBe('/docs');
  }));

test('inviting a member, and taking the invitation back', () =>
  on('/w/settings/members', async ({ tabTo, press, type, at }, page) => {
    await tabTo('Email address');
    await type('lin@example.com');
    await tabTo('Role');
    await press('ArrowDown');
    await tabTo('Invite');
    await press('Enter');
    await page.getByRole('listitem').filter({ hasText: 'lin@example.com' }).waitFor();
    expect(await at()).toBe('Invite');
    await tabTo('Withdraw');
    const before = await page.getByRole('button', { name: 'Withdraw' }).count();
    await page.keyboard.press('Enter');
    await page
      .getByRole('button', { name: 'Withdraw' })
      .nth(before - 1)
      .waitFor({ state: 'detached' });
    expect(await at()).toBe('Invitations');
  }));

test('a token: its rights, its secret, and its end', () =>
  on('/w/settings/tokens', async ({ tabTo, press, type, at }, page) => {
    await tabTo('Name');
    await type('by hand');
    await tabTo('Read usage');
    await press('Space');
    await tabTo('Create the token');
    await press('Enter');
    await page.locator('.secret code').waitFor();
    await tabTo('Copy token');
    await press('Enter');
    await tabTo('Revoke');
    await press('Enter');
    expect(await at()).toBe('Cancel');
    await press('Tab');
    expect(await at()).toBe('Revoke');
    await press('Enter');
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(await at()).not.toBe('');
  }));

test('a domain: added, its record copied, looked for, removed', () =>
  on('/w/settings/domains', async ({ tabTo, press, type, at }, page) => {
    await tabTo('Domain');
    await type('keys.garden.example');
    await press('Enter');
    const row = page.getByRole('listitem').filter({ hasText: 'keys.garden.example' });
    await row.waitFor();
    await tabTo(/^Copy Value/);
    await press('Enter');
    await tabTo('Remove');
    await press('Enter');
    expect(await at()).toBe('Cancel');
    await press('Escape');
    expect(await at()).toBe('Remove');
  }));

test('another theme and another language, by the menu of the account', () =>
  on('/w/settings/account', async ({ tabTo, press, at }, page) => {
    await tabTo(/^Account ?owner/);
    await press('Enter', 'ArrowDown', 'ArrowDown', 'ArrowDown', 'ArrowDown');
    expect(await at()).toBe('Theme: Dark');
    await press('Enter');
    expect(await page.getAttribute('html', 'data-theme')).toBe('dark');
    await press('Enter', 'ArrowUp', 'ArrowUp');
    expect(await at()).toBe('Language: Deutsch');
    await press('Enter');
    await page.getByRole('heading', { name: 'Einstellungen' }).waitFor();
  }));

test('an empty list that comes late leaves an open menu open', async () => {
  const { page, close } = await world.open('/app/icon.svg');
  let answer: () => void = () => undefined;
  const isAnswered = new Promise<void>((resolve) => (answer = resolve));
  await page.route('**/urls?*', async (route) => {
    await isAnswered;
    await route.continue();
  });
  await page.goto(world.product.url + pathOf(world, { name: 'empty', at: '/empty/links' }));
  await page.getByRole('button', { name: /^Account/ }).click();
  answer();
  await page.getByRole('textbox', { name: 'Long address' }).waitFor();
  expect(await page.getByRole('menuitem', { name: 'Sign out' }).isVisible()).toBe(true);
  await close();
});

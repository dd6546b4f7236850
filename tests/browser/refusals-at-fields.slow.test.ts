// What the API refuses is shown at the field that it names, in the person's language, and that field has the focus.

import type { Page } from 'playwright-core';
import { openConsole, type OpenedConsole } from './open-console';
import { pathOf, settled } from './pages';

let world: OpenedConsole;
beforeAll(async () => {
  world = await openConsole();
  await world.v1('POST', '/urls', { url: 'https://shop.example/', externalId: 'order-17' });
});
afterAll(() => world.close());

type Case = {
  at: string;
  open?: RegExp;
  /** The section to click so that the fields are visible. */
  unfold?: string;
  /** Text to type, by label of the field. */
  typed: Readonly<Record<string, string>>;
  send: string;
  /** The label of the field at fault. */
  field: string;
};

const WRONG = 'wrong wrong wrong';

const CASES: readonly Case[] = [
  { at: '/w/links?new', typed: { Ziel: 'javascript:alert(1)' }, send: 'Link anlegen', field: 'Ziel' },
  {
    at: '/w/links?new',
    unfold: 'Beginn und Ende',
    typed: { Ziel: 'https://shop.example/', 'Führt nach dem Ende zu': 'https://shop.example/over' },
    send: 'Link anlegen',
    field: 'Führt nach dem Ende zu',
  },
  {
    at: '/w/links?new',
    unfold: 'Tags, Notiz, Archiv',
    typed: { Ziel: 'https://shop.example/', 'Eigene Kennung': 'order-17' },
    send: 'Link anlegen',
    field: 'Eigene Kennung',
  },
  { at: '/empty/links', typed: { 'Lange Adresse': 'no address' }, send: 'Kürzen', field: 'Lange Adresse' },
  {
    at: '/w/settings/workspace',
    typed: { 'E-Mail-Adresse des neuen Inhabers': 'nobody@example.com' },
    send: 'Workspace anbieten',
    field: 'E-Mail-Adresse des neuen Inhabers',
  },
  {
    at: '/w/settings/workspace',
    open: /^Workspace löschen$/,
    typed: { 'Ihr Passwort': WRONG },
    send: 'Endgültig löschen',
    field: 'Ihr Passwort',
  },
  { at: '/w/settings/domains', typed: { Domain: 'no domain' }, send: 'Domain hinzufügen', field: 'Domain' },
  {
    at: '/w/settings/tokens',
    typed: { Name: 'report', 'Nur aus diesen Netzen': 'everywhere' },
    send: 'Token anlegen',
    field: 'Nur aus diesen Netzen',
  },
  { at: '/w/settings/tokens', typed: { Name: '   ' }, send: 'Token anlegen', field: 'Name' },
  { at: '/w/settings/my-tokens', typed: { Name: '   ' }, send: 'Token anlegen', field: 'Name' },
  { at: '/w/settings/workspace', typed: { Name: '   ' }, send: 'Speichern', field: 'Name' },
  {
    at: '/w/settings/members',
    typed: { 'E-Mail-Adresse': `${'x'.repeat(65)}@example.com` },
    send: 'Einladen',
    field: 'E-Mail-Adresse',
  },
  {
    at: '/w/settings/utm',
    typed: { 'Erlaubte Werte von utm_medium': 'email, W'.padEnd(900, 'W') },
    send: 'Speichern',
    field: 'Erlaubte Werte von utm_medium',
  },
  {
    at: '/w/settings/account',
    typed: { 'Jetziges Passwort': WRONG, 'Neues Passwort': 'long enough for all' },
    send: 'Passwort ändern',
    field: 'Jetziges Passwort',
  },
  {
    at: '/w/settings/account',
    open: /^Konto löschen$/,
    typed: { 'Ihr Passwort': WRONG },
    send: 'Endgültig löschen',
    field: 'Ihr Passwort',
  },
];

/** The description of the focused field. */
const DESCRIPTION = `(document.activeElement.getAttribute('aria-describedby') ?? '')
  .split(' ')
  .map((id) => document.getElementById(id)?.textContent ?? '')
  .join(' ')`;

/** At its field a refusal does not begin with the name that the API has for it. */
const withoutName = (error: string) =>
  error.replace(/^„[^“]+“ (.)/, (_, first: string) => first.toUpperCase());

/** The open dialog, or else the main part of the page. */
const scopeOf = (page: Page, { open, at }: Case) =>
  open !== undefined || at.endsWith('?new') ? page.getByRole('dialog') : page.getByRole('main');

test.each(CASES)('$at: $field', async (one) => {
  const { page, close } = await world.open(pathOf(world, { name: one.at, at: one.at }), { language: 'de' });
  await settled(page);
  if (one.open) await page.getByRole('button', { name: one.open }).click();
  const scope = scopeOf(page, one);
  if (one.unfold) await scope.getByText(one.unfold, { exact: true }).click();
  for (const [label, text] of Object.entries(one.typed))
    await scope.getByLabel(label, { exact: true }).fill(text);
  const [refused] = await Promise.all([
    page.waitForResponse(
      (answer) =>
        answer.status() >= 400 && answer.request().method() !== 'GET' && !/draft/.test(answer.url()),
    ),
    scope.getByRole('button', { name: one.send, exact: true }).click(),
  ]);
  expect(refused.headers()['content-language']).toBe('de');
  const { error } = (await refused.json()) as { error: string };
  const field = scope.getByLabel(one.field, { exact: true });
  await field.and(page.locator('[aria-invalid=true]')).waitFor();
  await field.and(page.locator(':focus')).waitFor();
  const said = await page.evaluate<string>(DESCRIPTION);
  expect(said).toContain(withoutName(error));
  expect(said.includes(error)).toBe(withoutName(error) === error);
  expect(await field.inputValue()).toBe(one.typed[one.field]);
  await close();
});

test('the invited person: a password that is too short, at its field', async () => {
  const invited = { email: 'new@example.com', role: 'member' };
  const { path } = (await (
    await world.x('POST', `/workspaces/${world.workspaceId}/invitations`, invited)
  ).json()) as { path: string };
  const { page, close } = await world.open(path, { language: 'de', isSignedOut: true });
  const field = page.getByLabel('Neues Passwort', { exact: true });
  await field.fill('short');
  await page.keyboard.press('Enter');
  await field.and(page.locator('[aria-invalid=true]')).waitFor();
  await field.and(page.locator(':focus')).waitFor();
  expect(await page.evaluate<string>(DESCRIPTION)).toContain('Muss zwischen 10 und 256 Zeichen lang sein');
  expect(await field.inputValue()).toBe('short');
  await close();
});

test('a sign-in that was tried too often says how long to wait, and keeps the address', async () => {
  const { page, close } = await world.open('/app/sign-in', { language: 'de', isSignedOut: true });
  const answer = () => page.waitForResponse((one) => one.url().endsWith('/x/session'));
  await page.getByLabel('E-Mail-Adresse').fill('guessed@example.com');
  await page.getByLabel('Passwort').fill(WRONG);
  const attempt = async () =>
    (await Promise.all([answer(), page.getByRole('button', { name: 'Anmelden', exact: true }).click()]))[0];
  for (let refused = await attempt(); refused.status() !== 429; refused = await attempt())
    expect(refused.status()).toBe(401);
  await page
    .getByRole('alert')
    .getByText(/^Zu viele Anfragen\. .* Versuchen Sie es in 15 min noch einmal\.$/)
    .waitFor();
  expect(await page.getByLabel('E-Mail-Adresse').inputValue()).toBe('guessed@example.com');
  await close();
});

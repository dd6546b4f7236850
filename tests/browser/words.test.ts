// The app uses words that a person knows: no names of the API, the singular for one, and things that belong together
// stand together.

import { spawnAdminCommand, spawnAdminCommandWith } from '../flow/spawn-admin-command';
import { askAsPerson } from './ask-as-person';
import { openConsole, PASSWORD, type OpenedConsole } from './open-console';
import { pathOf, settled } from './pages';

let world: OpenedConsole;
beforeAll(async () => {
  world = await openConsole();
});
afterAll(() => world.close());

const at = (path: string) => pathOf(world, { name: path, at: path });

test('a refusal at a field says nothing of the name that the API has for it', async () => {
  const { page, close } = await world.open(at('/empty/links'), { language: 'de' });
  await page.getByLabel('Lange Adresse').fill('keine adresse');
  await page.keyboard.press('Enter');
  const refusal = page.locator('.field-error');
  await refusal.waitFor();
  expect(await refusal.innerText()).toBe('Muss eine vollständige Webadresse sein.');

  await page.goto(`${world.product.url}${at('/empty/links')}?new`);
  const form = page.getByRole('dialog');
  await form.getByLabel('Ziel', { exact: true }).fill('keine adresse');
  await form.getByText('Muss eine vollständige Webadresse sein.').waitFor();
  await form.getByLabel('Ziel', { exact: true }).fill('https://example.com/');
  await form.locator('summary', { hasText: 'Beginn' }).click();
  await form.getByLabel('Beginnt').fill('2035-01-02T10:00');
  await form.getByLabel('Endet').fill('2035-01-01T10:00');
  await form.getByRole('button', { name: 'Link anlegen' }).click();
  await form.getByText('Muss nach „Beginnt“ liegen.').waitFor();
  await close();
});

test('on a phone one redirect of a link is said in the singular', async () => {
  const slug = 'visited-once';
  await world.v1('POST', '/urls', { url: 'https://example.com/', slug });
  const { page, close } = await world.open('/app/icon.svg', { width: 360, language: 'de' });
  await page.route('**/urls?*', async (route) => {
    const response = await route.fetch();
    await route.fulfill({ response, body: (await response.text()).replaceAll('"hits":0', '"hits":1') });
  });
  await page.goto(world.product.url + at('/w/links'));
  await page
    .getByRole('row', { name: new RegExp(slug) })
    .getByText('1 Weiterleitung', { exact: true })
    .waitFor();
  await close();
});

const UNEVEN = `[...document.querySelectorAll('dialog .variant')].map((row) => {
  const [one, other] = [...row.querySelectorAll('input')].map((input) => input.getBoundingClientRect());
  // on one line, or one below the other
  return one.top === other.top || other.top > one.bottom;
})`;
const OFFSETS = `[...document.querySelectorAll('dialog .condition')].map((row) => {
  const [input, button] = ['input', ':scope > .button'].map((of) => row.querySelector(of).getBoundingClientRect());
  return Math.abs(input.top - button.top) < 4;
})`;

test.each([768, 1280])(
  'fields of conditions stand beside each other in a window of %i pixels',
  async (width) => {
    const { page, close } = await world.open(`${at('/w/links')}?new`, { width, language: 'de' });
    const form = page.getByRole('dialog');
    await settled(page);
    await form.locator('summary', { hasText: 'Bedingungen' }).click();
    await form.getByRole('button', { name: 'Regel hinzufügen' }).click();
    await form.getByRole('button', { name: 'Hinzufügen', exact: true }).click();
    const country = form.getByRole('combobox', { name: 'Land' });
    await country.fill('DE');
    await country.press('Enter');
    await form.getByRole('button', { name: /Deutschland/ }).waitFor();
    await form.getByRole('button', { name: 'Besucher aufteilen' }).click();
    expect(await page.evaluate(UNEVEN)).toEqual([true, true]);
    // the button is beside the field, not beside the chosen country
    expect(await page.evaluate(OFFSETS)).toEqual([true]);
    await close();
  },
);

test('each section of the settings has a page title of its own', async () => {
  const { page, close } = await world.open(at('/w/settings/members'));
  const titles: string[] = [];
  const sections = ['General', 'Members', 'Domains', 'API tokens', 'UTM conventions', 'Tags', 'Account'];
  for (const section of sections) {
    await page.getByRole('link', { name: section, exact: true }).click();
    await settled(page);
    titles.push(await page.title());
  }
  expect(titles).toEqual(sections.map((section) => `${section} · Settings`));
  await page.goto(world.product.url + at('/w/campaigns?campaign=summer'));
  await settled(page);
  expect(await page.title()).toBe('summer · Campaigns');
  await close();
});

test('who may not rename a workspace sees its name without a form', async () => {
  const email = 'looks@example.com';
  const { dataDirectory, url } = world.product;
  await spawnAdminCommandWith(
    `${PASSWORD}\n`,
    dataDirectory,
    ...['user', 'create', '--email', email, '--password-stdin'],
  );
  await spawnAdminCommand(dataDirectory, 'member', 'set', world.workspaceId, email, 'member');
  const signedIn = await askAsPerson(world)('POST', '/session', { email, password: PASSWORD });
  const { page, context, close } = await world.open('/app/icon.svg', {
    isSignedOut: true,
    hasOwnContext: true,
  });
  const cookies = signedIn.headers.getSetCookie().map((cookie) => /^([^=]+)=([^;]*)/.exec(cookie));
  await context.addCookies(
    cookies.map((parts) => ({ name: parts?.[1] ?? '', value: parts?.[2] ?? '', url })),
  );
  await page.goto(url + at('/w/settings/workspace'));
  await page.getByRole('heading', { name: 'Plan and usage' }).waitFor();
  const card = page.getByRole('region', { name: 'Workspace', exact: true });
  expect(await card.innerText()).toContain('My workspace');
  expect([await card.getByRole('textbox').count(), await card.getByRole('button').count()]).toEqual([0, 0]);
  await close();
});

test('a plan without the API says so, not that it takes no request', async () => {
  const made = await world.x('POST', '/workspaces', { name: 'Free' });
  const { workspace } = (await made.json()) as { workspace: { id: string } };
  const { page, close } = await world.open(`/app/w/${workspace.id}/settings/workspace`, { language: 'de' });
  await page
    .getByText('Die API gehört nicht zu diesem Tarif. Die Statistik reicht 30 Tage zurück.')
    .waitFor();
  await close();
});

import { openConsole, type OpenedConsole } from './open-console';

let world: OpenedConsole;
beforeAll(async () => {
  world = await openConsole();
});
afterAll(() => world.close());

const settings = (section: string) => `/app/w/${world.workspaceId}/settings/${section}`;

test('the workspace is renamed, and the navigation shows the new name', async () => {
  const { page, close } = await world.open(settings('workspace'));
  await page.getByLabel('Name').fill('Garden');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: /Workspace\s*Garden/ }).waitFor();
  await close();
});

test('a workspace token is shown once, works, and is refused after it is revoked', async () => {
  const { page, close } = await world.open(settings('tokens'));
  await page.getByLabel('Name').fill('nightly report');
  await page.getByRole('button', { name: 'Create the token' }).click();
  const secret = await page.locator('.secret code').innerText();
  const ask = () => fetch(`${world.product.url}/v1/urls`, { headers: { Authorization: `Bearer ${secret}` } });
  expect((await ask()).status).toBe(200);

  const row = page.getByRole('listitem').filter({ hasText: 'nightly report' });
  await row.getByRole('button', { name: 'Revoke' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click();
  await row.getByText('Revoked').waitFor();
  expect((await ask()).status).toBe(401);
  await close();
});

test('without mail, an invitation shows the address to pass on, and it can be withdrawn', async () => {
  const { page, close } = await world.open(settings('members'));
  await page.getByLabel('Email address').fill('grace@example.com');
  await page.getByRole('button', { name: 'Invite' }).click();
  const address = await page.locator('.secret code').innerText();
  expect(address).toMatch(/\/app\/invitation#[\w-]+$/);

  const guest = await world.open(new URL(address).pathname + new URL(address).hash, { isSignedOut: true });
  await guest.page.getByText('You are invited to').waitFor();
  await guest.close();

  await page.getByRole('button', { name: 'Withdraw' }).click();
  await page.getByText('grace@example.com').waitFor({ state: 'detached' });
  await close();
});

test('a domain is added with its record to copy, and is checked', async () => {
  const { page, close } = await world.open(settings('domains'));
  await page.getByRole('textbox', { name: 'Domain' }).fill('not a domain');
  await page.getByRole('button', { name: 'Add the domain' }).click();
  await page.getByRole('textbox', { name: 'Domain' }).and(page.locator('[aria-invalid=true]')).waitFor();
  await page.getByRole('textbox', { name: 'Domain' }).fill('go.kurz-test.example');
  await page.getByRole('button', { name: 'Add the domain' }).click();
  await page.getByText('_kurz.go.kurz-test.example', { exact: false }).waitFor();
  const row = page.getByRole('listitem').filter({ hasText: 'go.kurz-test.example' }).first();
  await row.getByRole('button', { name: 'Check DNS and certificate' }).click();
  // the faults found depend on the machine's name servers
  await row.getByRole('status').locator('.notice-danger').first().waitFor();
  await close();
});

test('conventions are saved as they are set', async () => {
  const { page, close } = await world.open(settings('utm'));
  await page.getByLabel('No capital letters').check();
  await page.getByLabel('Allowed values of utm_medium').fill('email, social-*');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Saved').waitFor();
  await page.reload();
  expect(await page.getByLabel('Allowed values of utm_medium').inputValue()).toBe('email, social-*');
  expect(await page.getByLabel('No capital letters').isChecked()).toBe(true);
  await close();
});

test('allowed values that a file or the API brought stay what they are when another rule is saved', async () => {
  const path = `/workspaces/${world.workspaceId}/utm-conventions`;
  const allowed = { source: ['Berlin, Germany', 'partner-*', '"quoted"'], medium: [], term: [' spaces '] };
  await world.x('PUT', path, { allowed });
  const { page, close } = await world.open(settings('utm'));
  const sources = page.getByLabel('Allowed values of utm_source');
  expect(await sources.inputValue()).toBe('"Berlin, Germany", partner-*, """quoted"""');
  const saved = async () => {
    const [answer] = await Promise.all([
      page.waitForResponse((one) => one.request().method() === 'PUT'),
      page.getByRole('button', { name: 'Save' }).click(),
    ]);
    expect(answer.status()).toBe(200);
    return ((await (await world.x('GET', path)).json()) as { conventions: object }).conventions;
  };
  await page.getByLabel('utm_campaign', { exact: true }).check();
  expect(await saved()).toMatchObject({ required: ['campaign'], allowed });
  await sources.fill('"Rome, Italy", Vienna');
  expect(await saved()).toMatchObject({ allowed: { ...allowed, source: ['Rome, Italy', 'Vienna'] } });
  await close();
});

test('the language of the page changes at once and stays', async () => {
  const { page, close } = await world.open(settings('account'));
  await page.getByLabel('Language', { exact: true }).selectOption('de');
  await page.getByRole('heading', { name: 'Einstellungen' }).waitFor();
  await page.reload();
  await page.getByRole('heading', { name: 'Einstellungen' }).waitFor();
  expect(await page.getAttribute('html', 'lang')).toBe('de');
  await close();
});

test.each([
  ['en', 'Plan unlimited: no quota and no meter', / \/ unlimited/, 'Stats reach back without limit.'],
  [
    'de',
    'Tarif unbegrenzt: ohne Kontingent und ohne Zähler',
    / \/ unbegrenzt/,
    'Die Statistik reicht unbegrenzt zurück.',
  ],
] as const)(
  'a plan without limits says so in words and has no bar, another has bars: %s',
  async (language, plan, share, reach) => {
    const { page, close } = await world.open(settings('workspace'), { language });
    await page.getByText(plan).waitFor();
    await page.getByText(reach).waitFor();
    expect(await page.locator('.meter').filter({ hasText: share }).count()).toBe(2);
    expect(await page.locator('.meter progress').count()).toBe(0);
    expect(await page.locator('main').innerText()).not.toMatch(/9.007.199/);

    await page.goto(`${world.product.url}/app/w/${world.emptyWorkspaceId}/settings/workspace`);
    await page.locator('.meter progress').first().waitFor();
    await close();
  },
);

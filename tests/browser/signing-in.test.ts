import { openConsole, OWNER, PASSWORD, type OpenedConsole } from './open-console';

let world: OpenedConsole;
beforeAll(async () => {
  world = await openConsole();
});
afterAll(() => world.close());

test('a person without a session is led to the sign-in page, and after it to the page they asked for', async () => {
  const { page, close } = await world.open(`/app/w/${world.workspaceId}/links?q=a`, { isSignedOut: true });
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await page.getByLabel('Email address').fill(OWNER);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Links', level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toBe(`/app/w/${world.workspaceId}/links`);
  await close();
});

test('a wrong password is refused in words, and what was typed stays', async () => {
  const { page, close } = await world.open('/app/sign-in', { isSignedOut: true, language: 'de' });
  await page.getByLabel('E-Mail-Adresse').fill(OWNER);
  await page.getByLabel('Passwort', { exact: true }).fill('wrong wrong wrong');
  await page.getByRole('button', { name: 'Anmelden', exact: true }).click();
  await page.getByRole('alert').filter({ hasText: /\S/ }).waitFor();
  expect(await page.getByLabel('E-Mail-Adresse').inputValue()).toBe(OWNER);
  await close();
});

test('/app/links and / lead to the links of a workspace', async () => {
  const { page, close } = await world.open('/app/links');
  await page.getByRole('heading', { name: 'Links', level: 1 }).waitFor();
  await page.goto(world.product.url);
  await page.getByRole('heading', { name: 'Links', level: 1 }).waitFor();
  expect(new URL(page.url()).pathname).toMatch(/^\/app\/w\/ws_\w+\/links$/);
  await close();
});

test('signing out ends the session and leads to the sign-in page', async () => {
  const { page, close } = await world.open('/app/links');
  await page.getByRole('button', { name: /^Account/ }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  await close();
});

test('a proof of an address that is opened without a session is made after the sign-in', async () => {
  const { page, close } = await world.open('/app/icon.svg', { isSignedOut: true, refusals: [401] });
  const secrets: unknown[] = [];
  await page.route('**/me/email-proof/confirm', async (route) => {
    secrets.push((route.request().postDataJSON() as { secret: unknown }).secret);
    await (secrets.length === 1 ? route.continue() : route.fulfill({ status: 204 }));
  });
  await page.goto(`${world.product.url}/app/email-proof#abc`);
  await page.getByRole('textbox', { name: 'Email address' }).fill(OWNER);
  await page.getByLabel('Password').fill(PASSWORD);
  await page.keyboard.press('Enter');
  await page.getByText('Your address is confirmed.', { exact: true }).waitFor();
  expect(secrets).toEqual(['abc', 'abc']);
  await close();
});

test('an address that was cut off behind its # is refused in words', async () => {
  const { page, close } = await world.open('/app/invitation#100%', { isSignedOut: true });
  await page.getByRole('alert').filter({ hasText: /\S/ }).first().waitFor();
  expect(await page.getByText('Something went wrong').count()).toBe(0);
  await close();
});

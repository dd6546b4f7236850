// Words of the app that a person knows: no names of the API, one of something in the singular, and what belongs together
// stands together.

import { openConsole, type OpenedConsole } from './open-console';
import { pathOf } from './pages';

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

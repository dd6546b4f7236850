// A link with a password in a real browser. The web app sets, shows and removes it; a visitor gets through its page.

import { createServer, type Server } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { STEP_MS } from './chromium';
import { openConsole, type OpenedConsole } from './open-console';

let world: OpenedConsole;
let destination: Server;
let place: string;
beforeAll(async () => {
  world = await openConsole();
  destination = createServer((_, response) => response.end('You have arrived'));
  destination.listen(0, '127.0.0.1');
  await once(destination, 'listening');
  place = `http://127.0.0.1:${(destination.address() as AddressInfo).port}/place`;
});
afterAll(async () => {
  destination.close();
  destination.closeAllConnections();
  await world.close();
});

test('a visitor gives the password on a page without scripts, and is led on', async () => {
  await world.v1('POST', '/urls', { url: place, slug: 'hidden', password: 'correct horse' });
  const short = `${world.product.url}/hidden`;
  const context = await world.browser.newContext({ javaScriptEnabled: false, locale: 'en-US' });
  context.setDefaultTimeout(STEP_MS);
  const page = await context.newPage();
  const complaints: string[] = [];
  page.on('console', (message) => {
    const text = message.text();
    if (message.type() === 'error' && !text.startsWith('Failed to load resource')) complaints.push(text);
  });
  await page.goto(`${short}?a=b`);
  await page.getByRole('heading', { name: 'This link needs a password' }).waitFor();
  expect(await page.content()).not.toContain(new URL(place).host);
  await page.getByLabel('Password').fill('wrong horse');
  await page.getByRole('button', { name: 'Open link' }).click();
  await page.getByRole('alert').filter({ hasText: 'This is not the password.' }).waitFor();
  await page.getByLabel('Password').fill('correct horse');
  await page.getByRole('button', { name: 'Open link' }).click();
  await page.getByText('You have arrived').waitFor();
  expect(page.url()).toBe(place);
  // the browser has the cookie, so it is redirected at once
  await page.goto(short);
  await page.getByText('You have arrived').waitFor();
  await world.v1('PATCH', '/urls/hidden', { password: 'other horse' });
  await page.goto(short);
  await page.getByRole('heading', { name: 'This link needs a password' }).waitFor();
  expect(complaints).toEqual([]);
  await context.close();
});

test('the form of the web app sets a password, never shows it, and removes it', async () => {
  const { page, close } = await world.open(`/app/w/${world.workspaceId}/links`);
  const edit = async (slug: string) => {
    const row = page.getByRole('row', { name: new RegExp(`/${slug} `) });
    await row.getByRole('button', { name: /^Actions for/ }).click();
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    return page.getByRole('dialog');
  };
  const save = async (form: Awaited<ReturnType<typeof edit>>) => {
    await form.getByRole('button', { name: 'Save' }).click();
    await form.waitFor({ state: 'detached' });
  };
  const stored = async () => {
    const answer = await world.v1('GET', '/urls/by-form');
    return (await answer.json()) as { url: { hasPassword?: boolean; title: string } };
  };
  await world.v1('POST', '/urls', { url: place, slug: 'by-form' });
  await page.reload();
  const first = await edit('by-form');
  await first.locator('summary', { hasText: 'Password' }).click();
  await first.getByRole('textbox', { name: 'Password' }).fill('abc');
  await first.getByRole('button', { name: 'Save' }).click();
  await first.getByText(/^Must have from 4 to 128 characters/).waitFor();
  await first.getByRole('textbox', { name: 'Password' }).fill('correct horse');
  await save(first);
  await page
    .getByRole('row', { name: /\/by-form / })
    .getByText('Password protected')
    .filter({ visible: true })
    .waitFor();
  expect(await stored()).toMatchObject({ url: { hasPassword: true } });
  const second = await edit('by-form');
  await second.getByText('Visitors are asked for its password.').waitFor();
  expect(await second.getByRole('textbox', { name: 'New password' }).inputValue()).toBe('');
  await second.getByLabel('Title').fill('Titled');
  await save(second);
  expect(await stored()).toMatchObject({ url: { hasPassword: true, title: 'Titled' } });
  const third = await edit('by-form');
  await third.getByLabel('Remove the password').check();
  await save(third);
  expect((await stored()).url).not.toHaveProperty('hasPassword');
  await close();
});

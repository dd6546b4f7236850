// Links made, changed and deleted in a real browser, by keyboard alone.

import type { Page } from 'playwright-core';
import { openConsole, type OpenedConsole } from './open-console';
import { until } from '../until';

let world: OpenedConsole;
let links: string;
beforeAll(async () => {
  world = await openConsole();
  links = `/app/w/${world.workspaceId}/links`;
});
afterAll(() => world.close());

const urlOf = async (slug: string) => {
  const answer = await world.v1('GET', `/urls/${slug}`);
  return answer.ok ? ((await answer.json()) as { url: { url: string; title: string } }).url : undefined;
};

test('an empty workspace takes an address at once, and the first visit shows without a reload', async () => {
  await world.v1('POST', '/urls', { url: 'https://example.com/', slug: 'archived', isArchived: true });
  const { page, close } = await world.open(links);
  const search = page.getByRole('searchbox');
  // the search is there, because archived links can be found
  await page.getByRole('textbox', { name: 'Long address' }).waitFor();
  await search.waitFor();
  await world.v1('DELETE', '/urls/archived');
  await page.reload();
  await page.getByRole('textbox', { name: 'Long address' }).waitFor();
  for (const tool of [search, page.getByRole('combobox'), page.getByRole('table')])
    expect(await tool.count()).toBe(0);
  // the field has the focus
  await page.keyboard.type('example.com/a-long-address');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Your link is ready' }).waitFor();
  await page.getByText('Waiting for the first visit').waitFor();
  const href = await page.getByRole('link', { name: 'Open it' }).getAttribute('href');
  const browser =
    'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0 Safari/537.36';
  await fetch(href ?? '', { redirect: 'manual', headers: { 'User-Agent': browser, Accept: 'text/html' } });
  await page.getByText('Visits so far: 1 by people').waitFor();
  await page.getByRole('slider', { name: /last 24 hours/ }).waitFor();
  await close();
});

test('a link is made by keyboard, and each field says what is wrong with it while one types', async () => {
  await world.v1('POST', '/urls', { url: 'https://example.com/', slug: 'taken-slug' });
  const { page, close } = await world.open(links);
  await page.getByRole('heading', { name: 'Links', level: 1 }).waitFor();
  await page.keyboard.press('n');
  await page.getByRole('dialog', { name: 'New link' }).waitFor();
  await page.keyboard.type('https://shop.example/spring');
  await page.keyboard.press('Tab');
  await page.keyboard.type('taken-slug');
  await page.getByText('This slug already exists on that domain.').waitFor();
  await page.keyboard.press('Control+a');
  await page.keyboard.type('by-keyboard');
  await page.getByText('This one is free.').waitFor();
  await page.keyboard.press('Tab');
  await page.keyboard.type('Spring <b>sale</b>');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Your link is ready' }).waitFor();
  expect(await urlOf('by-keyboard')).toMatchObject({
    url: 'https://shop.example/spring',
    title: 'Spring <b>sale</b>',
  });
  await close();
});

test('a form that is closed or reloaded loses nothing of a new link', async () => {
  const { page, close } = await world.open(`${links}?new`);
  const destination = page.getByRole('textbox', { name: 'Destination' });
  await destination.fill('https://shop.example/kept');
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  await page.reload();
  await page.getByRole('heading', { name: 'Links', level: 1 }).waitFor();
  await page.keyboard.press('n');
  expect(await destination.inputValue()).toBe('https://shop.example/kept');
  await close();
});

test('a lost connection is said in words, and sending again makes one link', async () => {
  const { page, context, close } = await world.open(`${links}?new`, { mayLoseServer: true });
  await page.getByRole('textbox', { name: 'Destination' }).fill('https://shop.example/offline');
  await page.getByRole('textbox', { name: 'Short link' }).fill('once-only');
  await page.getByText('This one is free.').waitFor();
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Create link' }).click();
  await page.getByRole('alert').filter({ hasText: 'not reached' }).waitFor();
  await context.setOffline(false);
  await page.getByRole('button', { name: 'Create link' }).click();
  await page.getByRole('dialog', { name: 'Your link is ready' }).waitFor();
  expect(await urlOf('once-only')).toMatchObject({ url: 'https://shop.example/offline' });
  await close();
});

test('the second of two tabs is told what changed, and loses nothing', async () => {
  await world.v1('POST', '/urls', { url: 'https://example.com/', slug: 'two-tabs', title: 'Before' });
  const { page, close } = await world.open(`${links}?q=two-tabs`);
  await page.getByRole('link', { name: /two-tabs$/ }).focus();
  await page.keyboard.press('e');
  const title = page.getByRole('textbox', { name: 'Title' });
  await title.fill('Mine');
  const theirs = { title: 'Theirs', url: 'https://theirs.example/', password: 'open sesame' };
  await world.v1('PATCH', '/urls/two-tabs', theirs);
  await page.keyboard.press('Enter');
  await page.getByText('Somebody else changed this link meanwhile').waitFor();
  await page.getByText('Title is now “Theirs”').waitFor();
  await page.getByText('Password is now “set”').waitFor();
  expect(await title.inputValue()).toBe('Mine');
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  expect(await urlOf('two-tabs')).toMatchObject({ url: 'https://theirs.example/', title: 'Mine' });
  await close();
});

test('one key copies the short link of the row', async () => {
  const { page, close } = await world.open(`${links}?q=two-tabs`);
  await page.getByRole('link', { name: /two-tabs$/ }).waitFor();
  await page.keyboard.press('j');
  await page.keyboard.press('c');
  await page.getByText(/^Copied: .*two-tabs$/).waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`${world.product.url}/two-tabs`);
  await close();
});

test('a second key after g copies nothing', async () => {
  const { page, close } = await world.open(`${links}?q=two-tabs`);
  await page.getByRole('link', { name: /two-tabs$/ }).waitFor();
  await page.evaluate('navigator.clipboard.writeText("before")');
  await page.keyboard.press('j');
  await page.keyboard.press('g');
  await page.keyboard.press('c');
  await page.getByRole('heading', { name: 'Campaigns', level: 1 }).waitFor();
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe('before');
  await close();
});

test('several links are paused and deleted together, with an outcome for each', async () => {
  for (const slug of ['bulk-one', 'bulk-two'])
    await world.v1('POST', '/urls', { url: 'https://example.com/', slug });
  const { page, close } = await world.open(`${links}?q=bulk-`);
  await page.getByRole('link', { name: /bulk-one$/ }).waitFor();
  await page.getByRole('checkbox', { name: 'Select all links of this page' }).focus();
  await page.keyboard.press('Space');
  const bar = page.getByRole('group', { name: 'For the selected links' });
  await bar.getByRole('button', { name: 'Pause' }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('dialog', { name: 'Pause 2 links?' }).waitFor();
  await page.keyboard.press('Enter');
  await page.getByText('2 of 2 done').waitFor();
  await page.keyboard.press('Escape');
  await page.getByRole('dialog').waitFor({ state: 'detached' });
  // behind the dialog the table reads its rows again
  const paused = page.locator('td.cell-state', { hasText: 'Paused' });
  await until(async () => (await paused.count()) === 2, { what: 'two rows that are paused' });
  // one of them is gone before the others are deleted
  await page.getByRole('checkbox', { name: 'Select all links of this page' }).check();
  await world.v1('DELETE', '/urls/bulk-one');
  await bar.getByRole('button', { name: 'Delete' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('1 of 2 done, 1 refused').waitFor();
  expect(await urlOf('bulk-two')).toBeUndefined();
  await close();
});

test('pasted lines become links, and the refused ones stay to be corrected', async () => {
  const { page, close } = await world.open(links);
  await page.getByRole('button', { name: 'Paste several' }).click();
  const field = page.getByRole('textbox', { name: /One address a line/ });
  const create = page.getByRole('button', { name: 'Create links' });
  const states = async () => [
    await create.getAttribute('aria-disabled'),
    await create.getAttribute('aria-busy'),
  ];
  expect(await states()).toEqual(['true', null]);
  await field.fill('https://example.com/1 pasted-one The first\nnothing at all\nexample.com/2 pasted-two');
  expect(await states()).toEqual([null, null]);
  await create.click();
  await page.getByText('2 created, 1 refused').waitFor();
  expect(await field.inputValue()).toBe('nothing at all');
  expect(await urlOf('pasted-one')).toMatchObject({ title: 'The first' });
  expect(await urlOf('pasted-two')).toMatchObject({ url: 'https://example.com/2' });
  await close();
});

test('a destination that looks like another is shown in Punycode', async () => {
  await world.v1('POST', '/urls', { url: 'https://\u0430pple.com/', slug: 'looks-like' });
  const { page, close } = await world.open(`${links}?q=looks-like`, { language: 'de' });
  await page.locator('.destination-host', { hasText: 'xn--pple-43d.com' }).waitFor();
  await close();
});

test('a page that has no link any more leads to the last that has some', async () => {
  const slugs = Array.from({ length: 26 }, (_, index) => `paged-${index}`);
  for (const slug of slugs) await world.v1('POST', '/urls', { url: 'https://example.com/', slug });
  const rows = (of: Page) => of.getByRole('link', { name: /paged-\d+$/ });
  const { page, close } = await world.open(`${links}?q=paged-&page=2`);
  await rows(page).waitFor();
  await page.getByRole('checkbox', { name: 'Select all links of this page' }).check();
  await page
    .getByRole('group', { name: 'For the selected links' })
    .getByRole('button', { name: 'Delete' })
    .click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await page.getByText('1 of 1 done').waitFor();
  await page.keyboard.press('Escape');
  await until(async () => (await rows(page).count()) === 25, { what: 'the page before' });
  expect(new URL(page.url()).search).toBe('?q=paged-');

  // an empty page is not an empty workspace
  await page.goto(`${world.product.url}${links}?page=9`);
  await page.getByRole('table').waitFor();
  expect(new URL(page.url()).search).not.toBe('?page=9');
  expect(await page.getByRole('textbox', { name: 'Long address' }).count()).toBe(0);
  await close();
});

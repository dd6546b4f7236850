// Tags and the archive in a real browser: in the form of a link, for several links at once, as filters, and in the
// settings.

import type { Page } from 'playwright-core';
import { openConsole, type OpenedConsole } from './open-console';

let world: OpenedConsole;
let links: string;
beforeAll(async () => {
  world = await openConsole();
  links = `/app/w/${world.workspaceId}/links`;
});
afterAll(() => world.close());

const linkOf = async (slug: string) => {
  const answer = await world.v1('GET', `/urls/${slug}`);
  return ((await answer.json()) as { url: { tags?: string[]; isArchived?: boolean } }).url;
};
const make = (slug: string, more: object = {}) =>
  world.v1('POST', '/urls', { url: 'https://example.com/', slug, ...more });
const rowOf = (page: Page, slug: string) => page.getByRole('row', { name: new RegExp(`/${slug} `) });

test('a link gets tags in its form, is found by one, and leaves the list for the archive', async () => {
  await make('formed');
  await make('other');
  const { page, close } = await world.open(links);
  const row = rowOf(page, 'formed');
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const form = page.getByRole('dialog');
  await form.getByText('Tags, note, archive').click();
  await form.getByLabel('Add a tag').fill('Spring');
  await page.keyboard.press('Enter');
  // like an on-screen keyboard, whose key events do not name the letter
  await form.getByLabel('Add a tag').focus();
  for (const letter of 'one,two,') await page.keyboard.insertText(letter);
  await form.getByLabel('Add a tag').fill('news,');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'detached' });
  await row.getByText('Spring', { exact: true }).waitFor();
  expect((await linkOf('formed')).tags).toEqual(['news', 'one', 'Spring', 'two']);

  await page.getByRole('combobox', { name: 'Tag' }).selectOption('Spring');
  await rowOf(page, 'other').waitFor({ state: 'detached' });
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Archive' }).click();
  await row.waitFor({ state: 'detached' });
  expect(await linkOf('formed')).toMatchObject({ isArchived: true });
  await page.getByRole('combobox', { name: 'Archive' }).selectOption('Archived');
  await row.waitFor();
  await page.reload();
  await row.waitFor();
  await close();
});

test('a list that is pasted is as many tags, and a tag with a comma is one', async () => {
  await make('with-comma', { tags: ['Sales, EU'] });
  await make('pasted');
  const { page, close } = await world.open(`${links}?q=pasted`);
  await rowOf(page, 'pasted')
    .getByRole('button', { name: /^Actions for/ })
    .click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const form = page.getByRole('dialog');
  await form.getByText('Tags, note, archive').click();
  const field = form.getByLabel('Add a tag');
  const paste = async (text: string) => {
    await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(text)})`);
    await field.focus();
    await page.keyboard.press('Control+v');
  };
  await page.locator('option[value="Sales, EU"]').first().waitFor({ state: 'attached' });
  await paste('Sales, EU');
  await page.keyboard.press('Enter');
  await paste('clearance, outlet,clearance ,a tag that is long, another one that is long');
  await paste('a column\nof a table\n');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'detached' });
  expect((await linkOf('pasted')).tags).toEqual([
    'a column',
    'a tag that is long',
    'another one that is long',
    'clearance',
    'of a table',
    'outlet',
    'Sales, EU',
  ]);
  await close();
});

test('several links get tags and lose others together, with an outcome for each', async () => {
  await make('many-one', { tags: ['old', 'kept'] });
  await make('many-two');
  const { page, close } = await world.open(`${links}?q=many-`);
  await rowOf(page, 'many-one').waitFor();
  await page.getByRole('checkbox', { name: 'Select all links of this page' }).check();
  const bar = page.getByRole('group', { name: 'For the selected links' });
  const dialog = page.getByRole('dialog', { name: 'Tags of 2 links' });
  await bar.getByRole('button', { name: 'Tags' }).click();
  await dialog.getByLabel('Add a tag').fill('bulk');
  await page.keyboard.press('Enter');
  // a typed tag that was not added yet counts too
  await dialog.getByLabel('Take a tag away').fill('old');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('2 of 2 done').waitFor();
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
  await rowOf(page, 'many-two').getByText('bulk', { exact: true }).waitFor();
  expect([(await linkOf('many-one')).tags, (await linkOf('many-two')).tags]).toEqual([
    ['bulk', 'kept'],
    ['bulk'],
  ]);

  // one of them is gone before the others are tagged
  await page.getByRole('checkbox', { name: 'Select all links of this page' }).check();
  await world.v1('DELETE', '/urls/many-one');
  await bar.getByRole('button', { name: 'Tags' }).click();
  await dialog.getByLabel('Add a tag').fill('late');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('1 of 2 done, 1 refused').waitFor();
  expect((await linkOf('many-two')).tags).toEqual(['bulk', 'late']);
  await close();
});

test('the settings rename a tag, refuse the name of another, merge the two, and delete one', async () => {
  await make('settled', { tags: ['draft', 'blog'] });
  const { page, close } = await world.open(`/app/w/${world.workspaceId}/settings/tags`);
  const item = (name: string) => page.getByRole('listitem').filter({ hasText: name });
  const dialog = page.getByRole('dialog');
  const rename = async (tag: string, name: string, merge = false) => {
    await item(tag).getByRole('button', { name: 'Rename' }).click();
    await dialog.getByLabel('New name').fill(name);
    if (merge) await dialog.getByRole('checkbox').check();
    await dialog.getByRole('button', { name: 'Save' }).click();
  };
  await rename('draft', 'Sketch');
  await item('Sketch').waitFor();
  await rename('Sketch', 'blog');
  await dialog.getByText('Another tag has this name.').waitFor();
  await page.keyboard.press('Escape');
  await rename('Sketch', 'blog', true);
  await item('Sketch').waitFor({ state: 'detached' });
  expect((await linkOf('settled')).tags).toEqual(['blog']);
  await item('blog').getByRole('button', { name: 'Delete' }).click();
  await dialog.getByRole('button', { name: 'Delete' }).click();
  await item('blog').waitFor({ state: 'detached' });
  expect(await linkOf('settled')).not.toHaveProperty('tags');
  await close();
});

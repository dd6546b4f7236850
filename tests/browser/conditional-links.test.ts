// A link with rules and a split in a real browser: its form says so, and keeps them.

import { openConsole, type OpenedConsole } from './open-console';

let world: OpenedConsole;
beforeAll(async () => {
  world = await openConsole();
});
afterAll(() => world.close());

const url = 'https://example.com/';
const rules = [{ when: { via: 'scan' }, url: 'https://example.com/poster' }];
const split = [
  { url: 'https://example.com/a', weight: 60 },
  { url: 'https://example.com/b', weight: 40 },
];

test('the form of a link says that it leads by conditions, and an edit of its title keeps them', async () => {
  await world.v1('POST', '/urls', { url, slug: 'conditional', rules, split, forwardQuery: true });
  const { page, close } = await world.open(`/app/w/${world.workspaceId}/links`);
  const row = page.getByRole('row', { name: /\/conditional / });
  await row.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  const form = page.getByRole('dialog');
  await form
    .getByText('One rule leads visitors elsewhere. Visitors are spread over 2 destinations.')
    .waitFor();
  await form.getByLabel('Title').fill('Edited');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'detached' });
  const answer = await world.v1('GET', '/urls/conditional');
  expect(await answer.json()).toMatchObject({ url: { title: 'Edited', rules, split, forwardQuery: true } });
  await close();
});

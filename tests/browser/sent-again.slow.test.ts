// A form of new links was answered and is sent again unchanged. That is another creation, judged by the present state.

import { openConsole, type OpenedConsole } from './open-console';

let world: OpenedConsole;
let links: string;
beforeAll(async () => {
  world = await openConsole();
  links = `/app/w/${world.workspaceId}/links`;
});
afterAll(() => world.close());

const totalOf = async (words: string) => {
  const answer = await world.v1('GET', `/urls?q=${words}`);
  return ((await answer.json()) as { total: number }).total;
};

test('a link whose slug was taken is made once the slug is free', async () => {
  await world.v1('POST', '/urls', { url: 'https://example.com/', slug: 'freed' });
  const { page, close } = await world.open(`${links}?new`);
  await page.getByRole('textbox', { name: 'Destination' }).fill('https://shop.example/freed');
  await page.getByRole('textbox', { name: 'Short link' }).fill('freed');
  const create = page.getByRole('button', { name: 'Create link' });
  const answered = () => page.waitForResponse((one) => /\/urls$/.test(one.url()));
  const [refused] = await Promise.all([answered(), create.click()]);
  expect(refused.status()).toBe(409);
  await world.v1('DELETE', '/urls/freed');
  const [made] = await Promise.all([answered(), create.click()]);
  expect(made.status()).toBe(201);
  await page.getByRole('dialog', { name: 'Your link is ready' }).waitFor();
  await close();
});

test('lines that were all refused become links once nothing is wrong with them', async () => {
  await world.v1('POST', '/urls', { url: 'https://example.com/', slug: 'freed-line' });
  const { page, close } = await world.open(links);
  await page.getByRole('button', { name: 'Paste several' }).click();
  await page.getByRole('textbox', { name: /One address a line/ }).fill('example.com/1 freed-line');
  const create = page.getByRole('button', { name: 'Create links' });
  await create.click();
  await page.getByText('0 created, 1 refused').waitFor();
  await world.v1('DELETE', '/urls/freed-line');
  const [made] = await Promise.all([
    page.waitForResponse((one) => one.url().endsWith('/urls/batch')),
    create.click(),
  ]);
  expect(await made.json()).toMatchObject({ created: 1, failed: 0 });
  await page.getByText('1 created, 0 refused').waitFor();
  await close();
});

test('the same lines, pasted again, are more links', async () => {
  const { page, close } = await world.open(links);
  await page.getByRole('button', { name: 'Paste several' }).click();
  const field = page.getByRole('textbox', { name: /One address a line/ });
  const create = page.getByRole('button', { name: 'Create links' });
  for (const total of [2, 4]) {
    await field.fill('https://example.com/flyer-1\nhttps://example.com/flyer-2');
    const [answer] = await Promise.all([
      page.waitForResponse((one) => one.url().endsWith('/urls/batch')),
      create.click(),
    ]);
    expect(answer.headers()).not.toHaveProperty('idempotent-replayed');
    await page.getByText('2 created, 0 refused').waitFor();
    expect(await totalOf('flyer-')).toBe(total);
  }
  await close();
});

// Rules and a split of a link in a real browser: the form adds, shows, changes and removes them, and the link redirects
// accordingly.

import { addRule, openLinkForm } from './conditions-form';
import { handsOn } from './hands';
import { openConsole, type OpenedConsole } from './open-console';
import { settled } from './pages';

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

const WEEK = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'];

const linkOf = async (slug: string) => {
  const answer = await world.v1('GET', `/urls/${slug}`);
  return ((await answer.json()) as { url: { rules?: unknown[]; split?: unknown[]; forwardQuery?: true } })
    .url;
};

/** Where a visitor is redirected to. */
async function locationOf(path: string, language = 'en'): Promise<string | null> {
  const headers = { 'Accept-Language': language };
  return (await fetch(`${world.product.url}/${path}`, { headers, redirect: 'manual' })).headers.get(
    'Location',
  );
}

test('rules and a split are made by keyboard, and lead visitors', async () => {
  const { page, close } = await world.open(`/app/w/${world.workspaceId}/links?new`);
  await settled(page);
  const { tabTo, press, type, at } = handsOn(page);
  const leadsTo = async (to: string) => {
    await tabTo('Leads to');
    await type(`example.com/${to}`);
  };
  expect(await at()).toBe('Destination');
  await type('example.com');
  await tabTo('Short link');
  await type('by-keys');
  await tabTo('Conditions');
  await press('Enter');
  await page.getByText('The first rule that matches').waitFor();
  await addRule(page, 'Language');
  expect(await at()).toBe('Language');
  await type('german');
  await press('Enter');
  await leadsTo('de');
  await addRule(page, 'Query');
  await type('ref');
  await tabTo(/^Its value/);
  await press('ArrowDown');
  await tabTo('Value');
  await type('mail');
  await leadsTo('mail');
  await addRule(page, 'Time');
  expect(await at()).toBe('Monday');
  for (let day = 0; day < WEEK.length; day++) await press('Space', 'Tab');
  await leadsTo('now');
  await tabTo('Split the visitors');
  await press('Enter');
  expect(await at()).toBe('Destination 2');
  await type('example.com/b');
  await tabTo('Weight of destination 2');
  await press('ControlOrMeta+a');
  await type('30');
  await page.getByText('The weights sum to 80. They must sum to 100.').waitFor();
  await tabTo('Share equally');
  await press('Enter');
  await page.getByText('The weights sum to 100.').waitFor();
  await tabTo('Pass the query of the short address on');
  await press('Space');
  await tabTo('Create link');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').waitFor({ state: 'detached' });

  const zone = await page.evaluate<string>('Intl.DateTimeFormat().resolvedOptions().timeZone');
  expect(await linkOf('by-keys')).toMatchObject({
    rules: [
      { when: { language: ['de'] }, url: 'https://example.com/de' },
      { when: { query: { name: 'ref', value: 'mail' } }, url: 'https://example.com/mail' },
      { when: { time: { zone, weekdays: WEEK } }, url: 'https://example.com/now' },
    ],
    split: [
      { url: 'https://example.com', weight: 50 },
      { url: 'https://example.com/b', weight: 50 },
    ],
    forwardQuery: true,
  });
  expect(await locationOf('by-keys', 'de-AT')).toBe('https://example.com/de');
  expect(await locationOf('by-keys?ref=mail')).toBe('https://example.com/mail?ref=mail');
  expect(await locationOf('by-keys?ref=other')).toBe('https://example.com/now?ref=other');
  await close();
});

test('rules change their order and go, and the focus goes with them', async () => {
  await world.v1('POST', '/urls', {
    url,
    slug: 'in-order',
    rules: ['de', 'fr', 'it'].map((language) => ({
      when: { language: [language] },
      url: `https://example.com/${language}`,
    })),
    split,
  });
  const { page, close, form, rule, save } = await openLinkForm(world, 'in-order');
  await rule(3).waitFor();
  const { at, press } = handsOn(page);
  await rule(3).getByRole('button', { name: 'Move rule 3 up' }).focus();
  await press('Enter');
  expect(await at()).toBe('Move rule 2 up');
  await press('Enter');
  expect(await at()).toBe('Move rule 1 down');
  expect(await rule(1).getByLabel('Leads to').inputValue()).toBe('https://example.com/it');
  await rule(3).getByRole('button', { name: 'Remove rule 3' }).focus();
  await press('Enter');
  expect(await at()).toMatch(/^Language/);
  await rule(2).getByRole('button', { name: 'Remove condition: Language' }).focus();
  await press('Enter');
  expect(await at()).toMatch(/^Condition/);
  await rule(2).getByLabel('Condition', { exact: true }).selectOption('Time');
  await rule(2).getByRole('button', { name: 'Add', exact: true }).click();
  await rule(2).getByLabel('From', { exact: true }).fill('00:00');
  await rule(2).getByLabel('Until', { exact: true }).fill('00:00');
  await form.getByLabel('Weight of destination 1').fill('99');
  await form.getByLabel('Weight of destination 2').fill('1');
  await save();
  expect(await linkOf('in-order')).toMatchObject({
    rules: [
      { when: { language: ['it'] }, url: 'https://example.com/it' },
      { when: { time: { from: '00:00', to: '24:00' } }, url: 'https://example.com/de' },
    ],
    split: [
      { url: 'https://example.com/a', weight: 99 },
      { url: 'https://example.com/b', weight: 1 },
    ],
  });
  expect(await locationOf('in-order', 'fr')).toBe('https://example.com/de');
  await close();
});

test('all conditions are removed, and the link leads to its destination again', async () => {
  await world.v1('POST', '/urls', { url, slug: 'plain-again', rules, split, forwardQuery: true });
  const { page, close, form, save } = await openLinkForm(world, 'plain-again');
  const { at, press } = handsOn(page);
  await form.getByRole('button', { name: 'Remove rule 1' }).focus();
  await press('Enter');
  expect(await at()).toBe('Add a rule');
  await form.getByRole('button', { name: 'Remove the split' }).focus();
  await press('Enter');
  expect(await at()).toBe('Split the visitors');
  await form.getByLabel('Pass the query of the short address on').uncheck();
  await save();
  const link = await linkOf('plain-again');
  expect([link.rules, link.split, link.forwardQuery]).toEqual([undefined, undefined, undefined]);
  expect(await locationOf('plain-again?a=b')).toBe('https://example.com/');
  await close();
});

test('refusals are shown at the rule, the condition and the weight that they name, with the focus', async () => {
  const two = [...rules, { when: { country: ['AT'] }, url: 'https://example.com/at' }];
  await world.v1('POST', '/urls', { url, slug: 'refused', rules: two, split });
  const { page, close, form, rule } = await openLinkForm(world, 'refused');
  /** Saves, waits for the refusal, and gives the name of the focused element. */
  const refusedWith = async (words: string) => {
    await form.getByRole('button', { name: 'Save' }).click();
    await form.locator('.field-error', { hasText: words }).waitFor();
    await form.locator(':is([aria-invalid], [data-refused]):focus').waitFor();
    return handsOn(page).at();
  };
  await rule(2).getByRole('combobox', { name: 'Country' }).fill('Nowhere');
  // a closed section opens to show the refusal
  await form.locator('summary', { hasText: 'Conditions' }).click();
  expect(await refusedWith('Is none of the possible values.')).toBe('Country');
  expect(await rule(2).locator(':focus').count()).toBe(1);
  await rule(2).getByRole('button', { name: 'Remove Nowhere' }).click();
  await rule(2).getByLabel('Leads to').fill('javascript:alert(1)');
  expect(await refusedWith('Must be an http or https address.')).toBe('Leads to');
  expect(await rule(2).locator(':focus').count()).toBe(1);
  await rule(2).getByLabel('Leads to').fill('https://example.com/at');
  await rule(2).getByRole('button', { name: 'Remove condition: Country' }).click();
  expect(await refusedWith('Must have a condition.')).toBe('Must have a condition.');
  expect(await rule(2).locator(':focus').count()).toBe(1);
  await rule(2).getByRole('button', { name: 'Remove rule 2' }).click();
  await form.getByLabel('Weight of destination 2').fill('0');
  expect(await refusedWith('Must be from 1 to 99.')).toBe('Weight of destination 2');
  await form.getByLabel('Weight of destination 2').fill('41');
  expect(await refusedWith('sum is 100')).toBe('Must have weights whose sum is 100.');
  expect(await linkOf('refused')).toMatchObject({ rules: two, split });
  await close();
});

test('a change by somebody else is said in words', async () => {
  await world.v1('POST', '/urls', { url, slug: 'contested' });
  const { close, form } = await openLinkForm(world, 'contested');
  await form.getByLabel('Title').fill('Mine');
  await world.v1('PATCH', '/urls/contested', { rules, split });
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByText('Rule list is now “1 rule”').waitFor();
  await form.getByText('Split is now “2 destinations”').waitFor();
  await close();
});

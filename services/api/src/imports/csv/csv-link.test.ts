import { csvColumnsOf } from './csv-columns';
import { csvLinksOf } from './csv-link';

it('reads a file of short URLs, and takes slugs as they are', () => {
  const read = csvColumnsOf(['Bitlink', 'Long URL', 'Title', 'Tags', 'Total Clicks']);
  if (read.kind === 'missing') throw new Error(read.field);
  const [link] = csvLinksOf(
    ['bit.ly/docs/intro', 'https://a.example/', "'=1+1", 'one|two', '1,234'],
    read.columns,
    1,
  );
  expect(link).toMatchObject({ domain: 'bit.ly', slug: 'docs/intro', title: '=1+1', tags: ['one', 'two'] });
  expect(link?.history).toEqual({ kind: 'total', count: 1_234 });
});

it('reads custom links as more names of a link, of which the first has the count', () => {
  const read = csvColumnsOf(['Link', 'Custom Link', 'Destination URL', 'Clicks']);
  if (read.kind === 'missing') throw new Error(read.field);
  const custom = 'go.a.example/sale, https://b.example/sale';
  const links = csvLinksOf(['https://bit.ly/3abc', custom, 'https://a.example/', '12'], read.columns, 7);
  expect(links).toMatchObject([
    { place: 7, domain: 'go.a.example', slug: 'sale', history: { kind: 'total', count: 12 } },
    { place: 7, domain: 'b.example', slug: 'sale', history: { kind: 'none' } },
    { place: 7, domain: 'bit.ly', slug: '3abc', url: 'https://a.example/', history: { kind: 'none' } },
  ]);
  const many = Array.from({ length: 101 }, (_, at) => `a.example/${at}`).join(' ');
  expect(() => csvLinksOf(['', many, ''], read.columns, 1)).toThrow('100 custom links');
});

test.each([
  ['red|blue, or green', ['red', 'blue, or green']],
  ['red, blue;green', ['red', 'blue', 'green']],
  ['["red","blue, or green"]', ['red', 'blue, or green']],
  ['[{"id":"1","name":"red"}]', ['red']],
  ['[red', ['[red']],
  ['', []],
])('%s is the tags %j', (text, tags) => {
  const [link] = csvLinksOf([text], { tags: 0 }, 1);
  expect(link?.tags).toEqual(tags);
});

test.each([
  ['', false],
  ['false', false],
  ['NULL', false],
  ['true', true],
  ['$2b$12$abc', true],
])('%s in the column of passwords: the link has one is %s', (text, hasPassword) => {
  const [link] = csvLinksOf([text], { password: 0 }, 1);
  expect(link?.hasPassword).toBe(hasPassword);
});

test.each([
  ['t', { isArchived: true, isEnabled: false }],
  ['Y', { isArchived: true, isEnabled: false }],
  ['f', { isArchived: false, isEnabled: true }],
  ['N', { isArchived: false, isEnabled: true }],
  ['', { isArchived: false, isEnabled: true }],
  ['NULL', { isArchived: false, isEnabled: true }],
  ['WAHR', { unreadableFlag: 'isArchived' }],
])('%s in the columns archived and banned is %j', (text, flags) => {
  const [link] = csvLinksOf([text], { isArchived: 0, isBanned: 0 }, 1);
  expect(link).toMatchObject(flags);
});

test.each([
  ['t', { isEnabled: true, hasPassword: true }],
  ['f', { isEnabled: false, hasPassword: false }],
  ['FALSCH', { unreadableFlag: 'isEnabled' }],
])('%s in the columns enabled and password is %j', (text, flags) => {
  const [link] = csvLinksOf([text], { isEnabled: 0, password: 0 }, 1);
  expect(link).toMatchObject(flags);
});

test.each([
  ['[{"url":"https://a.example/"}]', [{ url: 'https://a.example/' }]],
  ['scan leads elsewhere', 'scan leads elsewhere'],
  ['NULL', undefined],
  ['', undefined],
])('%s in the column of rules is %j', (text, rules) => {
  const [link] = csvLinksOf([text], { rules: 0 }, 1);
  expect(link?.conditions).toEqual({ rules, split: undefined });
});

test.each(['NULL', 'null', 'None', '\\N'])('%s is nothing in each field, and a slug', (text) => {
  const columns = { slug: 0, url: 0, title: 0, note: 0, externalId: 0, tags: 0, customLinks: 0, clicks: 0 };
  expect(csvLinksOf([text], columns, 1)).toMatchObject([
    {
      slug: text,
      url: '',
      title: undefined,
      note: undefined,
      externalId: undefined,
      tags: [],
      history: { kind: 'none' },
    },
  ]);
});

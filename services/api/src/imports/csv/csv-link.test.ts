import { csvColumnsOf } from './csv-columns';
import { csvLinkOf, momentText } from './csv-link';

test.each([
  ['2020-10-26T17:20:40+0000', '2020-10-26T17:20:40+00:00'],
  ['2020-10-26 17:20:40', '2020-10-26T17:20:40Z'],
  ['2020-10-26', '2020-10-26T00:00:00Z'],
  ['1603732840', '2020-10-26T17:20:40.000Z'],
  ['0000-01-01', '0000-01-01T00:00:00Z'],
  ['yesterday', 'yesterday'],
])('%s is the moment %s', (text, moment) => {
  expect(momentText(text)).toBe(moment);
});

it('reads a file of short URLs, and takes slugs as they are', () => {
  const read = csvColumnsOf(['Bitlink', 'Long URL', 'Title', 'Tags', 'Total Clicks']);
  if (read.kind === 'missing') throw new Error(read.field);
  const link = csvLinkOf(
    ['bit.ly/docs/intro', 'https://a.example/', "'=1+1", 'one|two', '1,234'],
    read.columns,
    1,
  );
  expect(link).toMatchObject({ domain: 'bit.ly', slug: 'docs/intro', title: '=1+1', tags: ['one', 'two'] });
  expect(link.history).toEqual({ kind: 'total', count: 1_234 });
});

it('refuses a file without a column for the destination', () => {
  expect(csvColumnsOf(['slug', 'title'])).toEqual({ kind: 'missing', field: 'url' });
});

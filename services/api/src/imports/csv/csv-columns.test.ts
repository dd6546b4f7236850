import { readFileSync } from 'node:fs';
import path from 'node:path';
import { CSV_ALIASES, csvColumnsOf } from './csv-columns';

const GUIDE = path.join(__dirname, '..', '..', '..', '..', '..', 'docs', 'import.md');

it('knows the names that the guide lists, and no others', () => {
  const [, table = ''] =
    readFileSync(GUIDE, 'utf8')
      .split('\n\n')
      .filter((part) => part.startsWith('| field'))[0]
      ?.split(/^\| -.*$/m) ?? [];
  const listed = [...table.matchAll(/`([^`]+)`/g)].map(([, name = '']) =>
    name.toLowerCase().replace(/[^a-z0-9]/g, ''),
  );
  expect(listed.sort()).toEqual(Object.values(CSV_ALIASES).flat().sort());
});

it('takes the first name of a field that is there', () => {
  const outcome = csvColumnsOf(['Short URL', 'Clicks', 'Total clicks', 'Long-URL', 'slug']);
  expect(outcome).toEqual({ kind: 'columns', columns: { shortUrl: 0, clicks: 2, url: 3, slug: 4 } });
});

test.each([
  [['slug', 'title'], 'url'],
  [['url', 'title'], 'slug'],
])('%j has no column for the %s', (head, field) => {
  expect(csvColumnsOf(head)).toEqual({ kind: 'missing', field });
});

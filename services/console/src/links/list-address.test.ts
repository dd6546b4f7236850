import { addressOfList, csvAddressOf, listQueryOf, nextSort } from './list-address';

test('an address says its list again as it was read', () => {
  for (const text of [
    '',
    '?q=spring',
    '?page=3',
    '?q=a%26b&page=2',
    '?sort=-hits',
    '?q=a&sort=title&page=2',
    '?q=a&tag=b&archived=all&sort=hits',
  ])
    expect(addressOfList(listQueryOf(new URLSearchParams(text)))).toBe(text);
});

test('a page that is none is the first', () => {
  for (const text of ['?page=0', '?page=-1', '?page=x', '?page=1.5'])
    expect(listQueryOf(new URLSearchParams(text)).page).toBe(1);
});

test('an order that is none is newest first, and the head of a column turns its order round', () => {
  expect(listQueryOf(new URLSearchParams('?sort=slug')).sort).toBe('-created');
  expect([nextSort('-created', 'hits'), nextSort('-hits', 'hits'), nextSort('hits', 'hits')]).toEqual([
    '-hits',
    'hits',
    '-hits',
  ]);
  expect([nextSort('-hits', 'title'), nextSort('title', 'title'), nextSort('-title', 'created')]).toEqual([
    'title',
    '-title',
    '-created',
  ]);
});

test('the CSV of a list has its filters and its order, and all pages', () => {
  const query = listQueryOf(new URLSearchParams('?q=a%26b&tag=x&archived=all&sort=hits&page=3'));
  expect(csvAddressOf('ws_1', query, { q: query.search })).toBe(
    '/x/workspaces/ws_1/urls?format=csv&sort=hits&archived=all&q=a%26b&tag=x',
  );
});

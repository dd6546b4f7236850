import { plainQueryOf } from './plain-query-of';

test.each([
  ['/abc', ''],
  ['/abc?', ''],
  ['/abc?a=b&c', 'a=b&c'],
  ['/abc?a=?#&b=%ff', 'a=?#&b=%ff'],
  ['/abc?a=\xfc&b=c?d', 'b=c?d'],
  ['/abc?a=b&\tc&d\x80', 'a=b'],
])('Of the query of %j a header and a page carry %j', (target, query) => {
  expect(plainQueryOf(target)).toBe(query);
});

test('Five million question marks before what no header carries are read once', () => {
  expect(plainQueryOf(`/abc${'?'.repeat(5_000_000)}\x80`)).toBe('');
});

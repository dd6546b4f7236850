import { MAX_FORWARDED, withQuery } from './with-query';

test.each([
  ['https://e.com/', '/abc', 'https://e.com/'],
  ['https://e.com/', '/abc?', 'https://e.com/'],
  ['https://e.com/', '/abc?a=1&b', 'https://e.com/?a=1&b'],
  ['https://e.com/?', '/abc?a=1', 'https://e.com/?a=1'],
  ['https://e.com/?x=1#top', '/abc?a=1', 'https://e.com/?x=1&a=1#top'],
  ['https://e.com/#top?no', '/abc?a=1', 'https://e.com/?a=1#top?no'],
  // the destination's own parameters win, however they are written
  ['https://e.com/?a=0&b%C3%BC=1', '/abc?%61=1&b%c3%bc=2&c=3', 'https://e.com/?a=0&b%C3%BC=1&c=3'],
  ['https://e.com/?a+b=0', '/abc?a%20b=1', 'https://e.com/?a+b=0'],
  ['https://e.com/', '/abc?a=1&a=2', 'https://e.com/?a=1&a=2'],
  ['https://e.com/?a=0', '/abc?&?a=1&&%61&b', 'https://e.com/?a=0&?a=1&b'],
  ['https://e.com/', '/abc?a=1#b&&=&c=?/', 'https://e.com/?a=1%23b&=&c=?/'],
  // no header carries these
  ['https://e.com/', '/abc?a=\u00fc&b=1', 'https://e.com/?b=1'],
  ['https://e.com/', '/abc?a=1&continue=unsafe', 'https://e.com/?a=1'],
])('%s with the query of %s is %s', (location, target, expected) => {
  expect(withQuery(location, target, 'continue=unsafe')).toBe(expected);
});

test('At most 2 KB come to a destination, whole parameters only', () => {
  const long = `a=${'x'.repeat(1_000)}&b=${'y'.repeat(1_000)}&c=${'z'.repeat(1_000)}&d=1`;
  const location = withQuery('https://e.com/', `/abc?${long}`);
  expect(location).toBe(`https://e.com/?a=${'x'.repeat(1_000)}&b=${'y'.repeat(1_000)}`);
  const fitting = `a=${'x'.repeat(MAX_FORWARDED - 3)}`;
  expect(withQuery('https://e.com/', `/abc?${fitting}`)).toHaveLength(
    'https://e.com/'.length + MAX_FORWARDED,
  );
  expect(withQuery('https://e.com/', `/abc?${fitting}x`)).toBe('https://e.com/');
});

test('Of either query the first 1,024 parameters are read', () => {
  const some = 'x=1&'.repeat(1_023);
  const long = 'y'.repeat(20_000);
  expect(withQuery(`https://e.com/?z=${long}&${some.slice(4)}a=0`, '/abc?a=1&b=1')).toBe(
    `https://e.com/?z=${long}&${some.slice(4)}a=0&b=1`,
  );
  expect(withQuery(`https://e.com/?${some}x=1&a=0`, '/abc?a=1&x=2')).toBe(
    `https://e.com/?${some}x=1&a=0&a=1`,
  );
  expect(withQuery('https://e.com/?x=0', `/abc?${some}b=1`)).toBe('https://e.com/?x=0&b=1');
  expect(withQuery('https://e.com/?x=0', `/abc?${some}x=1&b=1`)).toBe('https://e.com/?x=0');
});

import fc from 'fast-check';
import { UTM_KEYS, utmValueOf, withUtm } from './utm';

test('a parameter is added after the others and before the fragment', () => {
  expect(withUtm('https://a.example/?a=%20b#top', 'source', 'news letter')).toBe(
    'https://a.example/?a=%20b&utm_source=news%20letter#top',
  );
  expect(withUtm('https://a.example', 'medium', 'email')).toBe('https://a.example?utm_medium=email');
});

test('a parameter is changed where it stands, and its repetitions go', () => {
  expect(withUtm('https://a.example/?utm_source=a&x=1&utm_source=b', 'source', 'c')).toBe(
    'https://a.example/?utm_source=c&x=1',
  );
});

test('an empty value takes the parameter out, and a query that is left empty', () => {
  expect(withUtm('https://a.example/?utm_source=a#top', 'source', '')).toBe('https://a.example/#top');
  expect(withUtm('https://a.example/?b&utm_source=a', 'source', '')).toBe('https://a.example/?b');
});

test('what was set is read again, whatever it is, and the other parameters keep their values', () => {
  const texts = fc.record(Object.fromEntries(UTM_KEYS.map((key) => [key, fc.string({ unit: 'grapheme' })])));
  fc.assert(
    fc.property(texts, (values) => {
      const url = UTM_KEYS.reduce(
        (text, key) => withUtm(text, key, values[key] ?? ''),
        'https://a.example/?q=1',
      );
      return (
        UTM_KEYS.every((key) => utmValueOf(url, key) === values[key]) &&
        new URLSearchParams(url.split('?')[1]).get('q') === '1'
      );
    }),
  );
});

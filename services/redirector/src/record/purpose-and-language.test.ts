import { firstLanguageOf } from './first-language-of';
import { purposeOf } from './purpose-of';

test.each([
  [undefined, ''],
  ['', ''],
  ['de', 'de'],
  ['de-CH,de;q=0.9,en;q=0.8', 'de-CH'],
  ['en;q=0.5', 'en'],
  [' fr , en', 'fr'],
  [',de', ''],
  ['x'.repeat(100), 'x'.repeat(35)],
])('The first language of %.40j is %j', (header, language) => {
  expect(firstLanguageOf(header)).toBe(language);
});

test.each([
  [{}, ''],
  [{ 'sec-purpose': 'Prefetch;Prerender' }, 'prefetch;prerender'],
  [{ purpose: 'prefetch' }, 'prefetch'],
  [{ 'x-purpose': 'preview', 'x-moz': 'prefetch' }, 'preview,prefetch'],
  [{ purpose: '', 'x-moz': 'prefetch' }, 'prefetch'],
  [{ accept: 'prefetch' }, ''],
  [{ purpose: 'x'.repeat(1_000) }, 'x'.repeat(256)],
])('The purpose of %.60j is %.40j', (headers, purpose) => {
  expect(purposeOf(headers)).toBe(purpose);
});

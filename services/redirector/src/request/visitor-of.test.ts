import { firstLanguageOf } from './visitor-of';

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

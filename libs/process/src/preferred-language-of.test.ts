import fc from 'fast-check';
import { preferredLanguageOf } from './preferred-language-of';

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['de', 'de'],
  ['DE', 'de'],
  ['de-AT', 'de'],
  ['de-Latn-DE-1996', 'de'],
  ['de, en', 'de'],
  ['en, de', 'en'],
  ['en;q=0.5, de', 'de'],
  ['de;q=0.5, en', 'en'],
  ['en;q=0.5,de;q=0.9', 'de'],
  ['en;Q=0.5 , de ; q = 0.9', 'de'],
  ['fr, de;q=0.5', 'de'],
  ['fr', 'en'],
  ['*', 'en'],
  ['*, de;q=0.5', 'en'],
  ['de, *;q=0.5', 'de'],
  ['de;q=0', 'en'],
  ['de;q=0, en;q=0', 'en'],
  ['de;q=abc', 'en'],
  ['de;q=7', 'en'],
  ['den', 'en'],
  ['deutsch', 'en'],
  [',,;;,de', 'de'],
  ['fr-CH, fr;q=0.9, de;q=0.8, en;q=0.7, *;q=0.5', 'de'],
] as const)('Accept-Language %j is answered in %s', (header, language) => {
  expect(preferredLanguageOf(header)).toBe(language);
});

test('any header is answered in one of the two languages', () => {
  fc.assert(fc.property(fc.string(), (header) => ['en', 'de'].includes(preferredLanguageOf(header))));
});

test('The first thousand characters say what is preferred', () => {
  expect(preferredLanguageOf(`${'fr,'.repeat(300)}de`)).toBe('de');
  expect(preferredLanguageOf(`${'fr,'.repeat(400)}de`)).toBe('en');
});

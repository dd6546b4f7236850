// Keys of the language list.
import { languageOf } from './language-of';

test.each([
  ['en-US', 'en'],
  ['de', 'de'],
  ['DE-at', 'de'],
  ['zh-Hans-CN', 'zh'],
  ['pt_BR', 'pt'],
  ['fr;q=0.9', 'fr'],
  [' it', 'it'],
  ['fil-PH', 'fil'],
  ['iw-IL', 'he'],
  ['in', 'id'],
])('%p is counted as %p', (tag, language) => {
  expect(languageOf(tag)).toBe(language);
});

test.each([
  '',
  '*',
  'xx',
  'english',
  'e',
  'x-klingon',
  'de1',
  '../etc',
  '\u0000',
  'constructor',
  'i-default',
])('%p is ~other', (tag) => {
  expect(languageOf(tag)).toBe('~other');
});

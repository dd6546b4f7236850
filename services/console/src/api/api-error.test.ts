import { wordsAtField } from './api-error';

test.each([
  ['"url" must be a complete web address.', 'Must be a complete web address.'],
  ['„url“ muss eine vollständige Webadresse sein.', 'Muss eine vollständige Webadresse sein.'],
  ['"rules[0].when.country" is required.', 'Is required.'],
  ['"expiresAt" must be later than "startsAt".', 'Must be later than "startsAt".'],
  ['„expiresAt“ muss nach „startsAt“ liegen.', 'Muss nach „startsAt“ liegen.'],
  ['This slug already exists on that domain.', 'This slug already exists on that domain.'],
  ['', ''],
])('at its field, %s is %s', (text, words) => {
  expect(wordsAtField(text)).toBe(words);
});

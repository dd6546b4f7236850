import { linkPasswordOf } from './link-password';

const refusalOf = (text: string) => {
  const password = linkPasswordOf(text);
  return password.kind === 'refused' ? password.reason : undefined;
};

test.each([
  ['four characters', 'abcd'],
  ['four emojis', '🙂🙂🙂🙂'],
  ['128 characters', 'x'.repeat(128)],
  ['128 emojis', '🙂'.repeat(128)],
  ['spaces', ' a b '],
])('%s may be the password of a link', (_, text) => {
  expect(linkPasswordOf(text)).toEqual({ kind: 'password', text });
});

test.each([
  ['nothing', '', 'wrong_length'],
  ['three emojis', '🙂🙂🙂', 'wrong_length'],
  ['129 characters', 'x'.repeat(129), 'wrong_length'],
  ['a megabyte', 'x'.repeat(2 ** 20), 'wrong_length'],
  ['a line break', 'ab\ncd', 'unusable_characters'],
  ['NUL', 'abcd\0', 'unusable_characters'],
  ['half a character', 'abcd\ud83d', 'unusable_characters'],
])('%s may not', (_, text, reason) => {
  expect(refusalOf(text)).toBe(reason);
});

test('The same characters are the same password, composed or not', () => {
  expect(linkPasswordOf('pa\u0308sse')).toEqual(linkPasswordOf('p\u00e4sse'));
});

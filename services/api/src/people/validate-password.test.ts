import { validatePassword } from './validate-password';

const email = 'Ada@Example.com';

test.each([
  ['nine characters', 'x'.repeat(9), 'wrong_length'],
  ['ten characters', 'x'.repeat(10), 'usable'],
  ['ten emoji', '😀'.repeat(10), 'usable'],
  ['nine emoji, which are 18 UTF-16 units', '😀'.repeat(9), 'wrong_length'],
  ['256 characters', 'x'.repeat(256), 'usable'],
  ['256 emoji', '😀'.repeat(256), 'usable'],
  ['257 characters', 'x'.repeat(257), 'wrong_length'],
  ['257 emoji', '😀'.repeat(257), 'wrong_length'],
  ['a megabyte', 'x'.repeat(1_000_000), 'wrong_length'],
  ['the e-mail address in another case', ' ada@example.COM ', 'same_as_email'],
  ['spaces inside', 'correct horse battery', 'usable'],
])('%s: %#', (_, password, validation) => {
  expect(validatePassword(password, email)).toBe(validation);
});

import fc from 'fast-check';
import { isSlug, judgeSlug } from './judge-slug';

test.each(['abc', 'A-Z', '___', '---', '0-_', 'a'.repeat(1024), 'login2', 'apix'])('%s is usable', (slug) => {
  expect(judgeSlug(slug)).toBe('usable');
});

test.each([
  '',
  'ab',
  'a'.repeat(1025),
  'a b',
  'a.b',
  'a/b',
  'äbc',
  'abc\n',
  ' abc',
  'a\u0000bc',
  'ａｂｃ',
  'ab\u017f',
])('%j is invalid', (slug) => {
  expect(judgeSlug(slug)).toBe('invalid');
});

test.each(['login', 'LOGIN', 'Well-Known', 'api', 'campaigns', 'batch', 'robots', 'password', 'www'])(
  '%s is reserved',
  (slug) => {
    expect(judgeSlug(slug)).toBe('reserved');
  },
);

test('exactly the 64 characters of the alphabet, three to 1,024 of them, make a slug', () => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const unit = fc.constantFrom(...alphabet);
  fc.assert(fc.property(fc.string({ unit, minLength: 3, maxLength: 1024 }), (slug) => isSlug(slug)));
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const characters = [...text];
      const expected =
        characters.length >= 3 &&
        characters.length <= 1024 &&
        characters.every((one) => alphabet.includes(one));
      expect(isSlug(text)).toBe(expected);
    }),
  );
});

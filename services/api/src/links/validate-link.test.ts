import fc from 'fast-check';
import { anyCharacter } from '../../../../tests/inputs/any-character';
import { readEdit } from './edit-link';
import { isSlug, slugValidityOf, titleValidityOf, validateNewLink } from './validate-link';

test.each(['abc', 'A-Z', '___', '---', '0-_', 'a'.repeat(1024), 'login2', 'apix'])('%s is usable', (slug) => {
  expect(slugValidityOf(slug)).toBe('usable');
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
  expect(slugValidityOf(slug)).toBe('invalid');
});

test.each(['login', 'LOGIN', 'Well-Known', 'api', 'campaigns', 'batch', 'robots', 'password', 'www'])(
  '%s is reserved',
  (slug) => {
    expect(slugValidityOf(slug)).toBe('reserved');
  },
);

test('exactly the 64 characters of the alphabet, three to 1,024 of them, make a slug', () => {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const unit = fc.constantFrom(...alphabet);
  fc.assert(fc.property(fc.string({ unit, minLength: 3, maxLength: 1024 }), (slug) => isSlug(slug)));
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      const characters = [...text];
      const expected =
        characters.length >= 3 &&
        characters.length <= 1024 &&
        characters.every((one) => alphabet.includes(one));
      expect(isSlug(text)).toBe(expected);
    }),
  );
});

test.each([
  '',
  'A title',
  'Ärzte 漢字 🙂',
  'two\nlines\tand a tab',
  '<script>',
  'x'.repeat(256),
  '🙂'.repeat(256),
])('%j is usable', (title) => {
  expect(titleValidityOf(title)).toBe('usable');
});

test.each(['x'.repeat(257), '🙂'.repeat(257)])('257 characters are too long', (title) => {
  expect(titleValidityOf(title)).toBe('too_long');
});

test.each(['a\u0000', '\u0001', '\u001b[31m', '\u007f', '\u0085', '\ud83d', '\ude42\ud83d'])(
  '%j has characters that a title cannot have',
  (title) => {
    expect(titleValidityOf(title)).toBe('characters');
  },
);

test('a body gives its known fields and nothing else', () => {
  const body: unknown = JSON.parse(
    '{"url":"u","title":"t","slug":"abc","zoneDomain":"z","id":"x","__proto__":{"hits":1},"constructor":1}',
  );
  expect(validateNewLink(body)).toEqual({
    kind: 'new_link',
    link: { url: 'u', title: 't', slug: 'abc', zoneDomain: 'z', window: {}, labels: {} },
  });
});

test('a url that only the prototype has is missing', () => {
  expect(validateNewLink(JSON.parse('{"__proto__":{"url":"u"}}'))).toMatchObject({
    params: { field: 'url', reason: 'required' },
  });
});

test.each([undefined, null, 'text', 5, true, []])('%j is no body', (body) => {
  const refused = { code: 'VALIDATION_FAILED', params: { field: 'body', reason: 'not_an_object' } };
  expect(validateNewLink(body)).toMatchObject(refused);
  expect(readEdit(body)).toMatchObject(refused);
});

test.each(['url', 'title', 'slug', 'zoneDomain'])('%s of another type is refused by name', (name) => {
  for (const value of [null, 1, true, {}, []]) {
    expect(validateNewLink({ url: 'u', [name]: value })).toMatchObject({
      params: { field: name, reason: 'not_a_text' },
    });
  }
});

test.each(['url', 'title', 'newSlug', 'isEnabled'])(
  '%s of another type is refused by name in an edit',
  (name) => {
    for (const value of [null, 1, {}, []]) {
      const reason = name === 'isEnabled' ? 'not_a_boolean' : 'not_a_text';
      expect(readEdit({ [name]: value })).toMatchObject({ params: { field: name, reason } });
    }
  },
);

test('NUL is refused in a field that is known, and ignored with one that is not', () => {
  expect(validateNewLink({ url: 'u', title: 'a\u0000b' })).toMatchObject({
    params: { field: 'title', reason: 'has_nul' },
  });
  expect(validateNewLink({ url: 'u', 'a\u0000b': 'c', other: 'd\u0000' })).toMatchObject({
    kind: 'new_link',
  });
});

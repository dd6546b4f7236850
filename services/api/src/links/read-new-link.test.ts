import { readEdit } from './edit-link';
import { readNewLink } from './read-new-link';

test('a body gives its known fields and nothing else', () => {
  const body: unknown = JSON.parse(
    '{"url":"u","title":"t","slug":"abc","zoneDomain":"z","id":"x","__proto__":{"hits":1},"constructor":1}',
  );
  expect(readNewLink(body)).toEqual({
    kind: 'new_link',
    link: { url: 'u', title: 't', slug: 'abc', zoneDomain: 'z' },
  });
});

test('a url that only the prototype has is missing', () => {
  expect(readNewLink(JSON.parse('{"__proto__":{"url":"u"}}'))).toMatchObject({
    params: { field: 'url', reason: 'required' },
  });
});

test.each([undefined, null, 'text', 5, true, []])('%j is no body', (body) => {
  const refused = { code: 'VALIDATION_FAILED', params: { field: 'body', reason: 'not_an_object' } };
  expect(readNewLink(body)).toMatchObject(refused);
  expect(readEdit(body)).toMatchObject(refused);
});

test.each(['url', 'title', 'slug', 'zoneDomain'])('%s of another type is refused by name', (name) => {
  for (const value of [null, 1, true, {}, []]) {
    expect(readNewLink({ url: 'u', [name]: value })).toMatchObject({
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
  expect(readNewLink({ url: 'u', title: 'a\u0000b' })).toMatchObject({
    params: { field: 'title', reason: 'has_nul' },
  });
  expect(readNewLink({ url: 'u', 'a\u0000b': 'c', other: 'd\u0000' })).toMatchObject({ kind: 'new_link' });
});

import {
  changedFields,
  EMPTY_DRAFT,
  linkEditOf,
  mergedDraft,
  newLinkOf,
  withScheme,
  type LinkDraft,
} from './link-draft';

const saved: LinkDraft = {
  ...EMPTY_DRAFT,
  url: 'https://a.example/',
  zoneDomain: 'krz.example',
  slug: 'a-link',
  title: 'A',
};

test('an address without a scheme gets one', () => {
  expect(withScheme('shop.example')).toBe('https://shop.example');
  expect(withScheme(' shop.example/a?b=c ')).toBe('https://shop.example/a?b=c');
  expect(withScheme('shop.example:8080/a')).toBe('https://shop.example:8080/a');
  expect(withScheme('bücher.example/')).toBe('https://bücher.example/');
});

test.each([
  'https://shop.example/',
  'http://shop.example',
  'javascript:alert(1)',
  'data.example:text',
  'mailto:a@b.example',
  'word',
  'two words.example',
  '',
  '/path',
])('%j stays as it was typed', (text) => {
  expect(withScheme(text)).toBe(text);
});

test('a new link has only what was typed', () => {
  expect(newLinkOf({ ...EMPTY_DRAFT, url: 'https://a.example/' })).toEqual({ url: 'https://a.example/' });
  const { url, zoneDomain, slug, title } = saved;
  expect(newLinkOf(saved)).toEqual({ url, zoneDomain, slug, title });
});

test('an edit sends only what changed, and a title can be emptied', () => {
  expect(linkEditOf(saved, saved)).toEqual({});
  expect(linkEditOf(saved, { ...saved, title: '' })).toEqual({ title: '' });
  expect(linkEditOf(saved, { ...saved, slug: 'b-link', url: 'b.example' })).toEqual({
    newSlug: 'b-link',
    url: 'https://b.example',
  });
});

test('begin and end are sent as moments, and an emptied one is taken away', () => {
  const expiresAt = '2030-12-31T23:59';
  const ending = { ...saved, expiresAt, expiredUrl: 'b.example' };
  const sent = { expiresAt: new Date(expiresAt).toISOString(), expiredUrl: 'https://b.example' };
  expect(newLinkOf(ending)).toMatchObject(sent);
  expect(linkEditOf(saved, ending)).toEqual(sent);
  expect(linkEditOf(ending, saved)).toEqual({ expiresAt: null, expiredUrl: null });
});

test("somebody else's change is taken over, and nothing that was typed is lost", () => {
  const mine = { ...saved, title: 'Mine' };
  const theirs = { ...saved, title: 'Theirs', url: 'https://theirs.example/' };
  const merged = mergedDraft(saved, mine, theirs);
  expect(merged).toEqual({ ...theirs, title: 'Mine' });
  expect(changedFields(theirs, merged)).toEqual(['title']);
});

test('a password is sent when one was typed, taken away when it is to go, and left alone otherwise', () => {
  expect(newLinkOf({ ...saved, password: 'correct horse' })).toMatchObject({ password: 'correct horse' });
  const guarded = { ...saved, hasPassword: 'yes' };
  expect(linkEditOf(guarded, guarded)).toEqual({});
  expect(linkEditOf(guarded, { ...guarded, title: 'B' })).toEqual({ title: 'B' });
  expect(linkEditOf(guarded, { ...guarded, password: 'other horse' })).toEqual({ password: 'other horse' });
  expect(linkEditOf(guarded, { ...guarded, hasPassword: '' })).toEqual({ password: null });
});

import { changedFields, EMPTY_DRAFT, linkEditOf, mergedDraft, newLinkOf, type LinkDraft } from './link-draft';

const saved: LinkDraft = {
  ...EMPTY_DRAFT,
  url: 'https://a.example/',
  zoneDomain: 'krz.example',
  slug: 'a-link',
  title: 'A',
};

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

const rule = { when: { country: ['DE'] }, url: 'https://a.example/de' };
const split = [
  { url: 'https://a.example/1', weight: 60 },
  { url: 'https://a.example/2', weight: 40 },
];

test('conditions are sent where they changed, and emptied ones are taken away', () => {
  const conditional = {
    ...saved,
    rules: JSON.stringify([rule]),
    split: JSON.stringify(split),
    forwardQuery: 'yes',
  };
  expect(newLinkOf(conditional)).toMatchObject({ rules: [rule], split, forwardQuery: true });
  expect(linkEditOf(conditional, conditional)).toEqual({});
  expect(linkEditOf(saved, { ...saved, rules: conditional.rules })).toEqual({ rules: [rule] });
  expect(linkEditOf(conditional, saved)).toEqual({ rules: null, split: null, forwardQuery: false });
});

import { cachedLinkOf, type StoredLink } from './cached-link-of';

const stored: StoredLink = {
  id: 'lnk_1',
  workspaceId: 'ws_1',
  location: 'https://example.com/',
  isEnabled: true,
  isRestricted: false,
  isUnsafe: false,
  startsAt: null,
  expiresAt: null,
  expiredLocation: null,
  conditions: null,
  fallbackLocation: null,
  version: 7,
};
const gated = { ...stored, location: ' https://example.com/', expiresAt: 2_000 };

test('A link without begin and end has no window', () => {
  expect(cachedLinkOf(stored)).toStrictEqual({
    kind: 'link',
    linkId: 'lnk_1',
    workspaceId: 'ws_1',
    location: 'https://example.com/',
    state: 'enabled',
    version: 7,
  });
});

test('A link with one has its window, and its location without the space', () => {
  expect(cachedLinkOf(gated)).toMatchObject({
    location: 'https://example.com/',
    window: { startsAt: null, expiresAt: 2_000, expiredLocation: null },
  });
  expect(cachedLinkOf({ ...gated, isUnsafe: true })).toMatchObject({ state: 'unsafe', window: {} });
});

test.each([
  ['paused', { isEnabled: false }],
  ['restricted', { isRestricted: true }],
])('A %s link is so at any time, without a window', (state, flags) => {
  const link = cachedLinkOf({ ...gated, ...flags });
  expect(link).toMatchObject({ state, location: 'https://example.com/' });
  expect(link).not.toHaveProperty('window');
});

test('A location behind a gate of a later release stays what no header may carry', () => {
  expect(cachedLinkOf({ ...stored, location: ' https://example.com/' }).location).toBe(
    ' https://example.com/',
  );
});

const rules = '{"r":[{"v":"scan","to":"https://example.com/scan"}]}';
const led = { ...stored, location: '', conditions: rules, fallbackLocation: 'https://example.com/' };

test('A link with conditions is conditional while it is open, with its window and its mark', () => {
  expect(cachedLinkOf(led)).toMatchObject({
    state: 'conditional',
    location: 'https://example.com/',
    conditional: { isUnsafe: false, text: rules },
  });
  expect(cachedLinkOf({ ...led, isUnsafe: true, expiresAt: 2_000 })).toMatchObject({
    state: 'conditional',
    conditional: { isUnsafe: true, text: rules },
    window: { expiresAt: 2_000 },
  });
});

test('A paused or restricted link with conditions holds neither them nor where it leads', () => {
  for (const flags of [{ isEnabled: false }, { isRestricted: true }]) {
    const link = cachedLinkOf({ ...led, ...flags });
    expect(link).toMatchObject({ state: flags.isRestricted ? 'restricted' : 'paused', location: '-' });
    expect(link).not.toHaveProperty('conditional');
  }
});

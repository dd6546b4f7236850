import fc from 'fast-check';
import { decodeEntry, encodeEntry } from './entry-text';

const word = fc.stringMatching(/^[!-~]{1,40}$/);
const version = fc.nat({ max: Number.MAX_SAFE_INTEGER });
const entry = fc.oneof(
  fc.record({ kind: fc.constant('gone' as const), version }),
  fc.record({
    kind: fc.constant('link' as const),
    linkId: word,
    workspaceId: word,
    location: fc.stringMatching(/^[ -~]{1,200}$/),
    state: fc.constantFrom('enabled' as const, 'paused' as const, 'restricted' as const, 'unsafe' as const),
    version,
  }),
  fc.record({
    kind: fc.constant('link' as const),
    linkId: word,
    workspaceId: word,
    location: word,
    state: fc.constantFrom('enabled' as const, 'unsafe' as const),
    version,
    window: fc.record({
      startsAt: fc.option(fc.nat()),
      expiresAt: fc.option(fc.nat()),
      expiredLocation: fc.option(word.filter((text) => text !== '-')),
    }),
  }),
  fc.record(
    {
      kind: fc.constant('link' as const),
      linkId: word,
      workspaceId: word,
      location: word,
      state: fc.constant('conditional' as const),
      version,
      conditional: fc.record({ isUnsafe: fc.boolean(), text: word }),
      window: fc.record({
        startsAt: fc.option(fc.nat()),
        expiresAt: fc.nat(),
        expiredLocation: fc.option(word.filter((text) => text !== '-')),
      }),
    },
    { requiredKeys: ['kind', 'linkId', 'workspaceId', 'location', 'state', 'version', 'conditional'] },
  ),
);

test('Every entry comes back as it was', () => {
  fc.assert(fc.property(entry, (given) => expect(decodeEntry(encodeEntry(given))).toEqual(given)));
});

test('It is short, with its state and version in front, as the script reads them', () => {
  expect(encodeEntry({ kind: 'gone', version: 12 })).toBe('g12');
  const link = {
    kind: 'link',
    linkId: 'lnk_1',
    workspaceId: 'ws_1',
    location: 'https://e.com/',
    version: 7,
  } as const;
  expect(encodeEntry({ ...link, state: 'enabled' })).toBe('e7 lnk_1 ws_1 https://e.com/');
  expect(encodeEntry({ ...link, state: 'unsafe' })).toBe('u7 lnk_1 ws_1 https://e.com/');
});

test('A release without windows reads a link with one as enabled, with a location that it does not send', () => {
  const text = encodeEntry({
    kind: 'link',
    linkId: 'lnk_1',
    workspaceId: 'ws_1',
    location: 'https://e.com/',
    state: 'enabled',
    version: 7,
    window: { startsAt: null, expiresAt: 1_700_000_000_000, expiredLocation: 'https://e.com/over' },
  });
  expect(text).toBe('e7 lnk_1 ws_1  - 1700000000000 https://e.com/ https://e.com/over');
  // as the release with migration 0028 reads it
  const [, letter, , , , location = ''] = /^([epru])(\d{1,16}) ([^ ]+) ([^ ]+) (.+)$/s.exec(text) ?? [];
  expect(letter).toBe('e');
  expect(/^[\x21-\x7e]+$/.test(location)).toBe(false);
});

test('A release without conditions knows no such entry, and does not send what the table has in its place', () => {
  const text = encodeEntry({
    kind: 'link',
    linkId: 'lnk_1',
    workspaceId: 'ws_1',
    location: 'https://e.com/',
    state: 'conditional',
    version: 7,
    conditional: { isUnsafe: false, text: '{"r":[]}' },
  });
  expect(text).toBe('c7 lnk_1 ws_1 e - - - https://e.com/ {"r":[]}');
  // as the release with migration 0034 reads it
  expect(/^([epru])(\d{1,16}) ([^ ]+) ([^ ]+) (.+)$/s.test(text)).toBe(false);
  expect(/^[\x21-\x7e]+$/.test('')).toBe(false);
});

test.each([
  [''],
  ['x7 lnk ws https://e.com/'],
  ['e7 lnk ws'],
  ['e lnk ws https://e.com/'],
  ['g'],
  ['g7 '],
  ['7'],
  ['c7 lnk ws https://e.com/'],
])('%j is no entry', (text) => {
  expect(decodeEntry(text)).toBeUndefined();
});

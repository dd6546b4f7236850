import type { CachedLink } from '@kurz/link-cache';
import { cachedLink } from '../cached-link-fixture';
import { linkAt } from './link-at';

const link = (window?: CachedLink['window']) => cachedLink(window && { window });
const window = { startsAt: 1_000, expiresAt: 2_000, expiredLocation: null };

test.each([
  [999, 'not_begun'],
  [1_000, 'link'],
  [1_999, 'link'],
  [2_000, 'ended'],
])('At %i a link from 1,000 to before 2,000 is %s', (now, kind) => {
  expect(linkAt(link(window), () => now).kind).toBe(kind);
});

test('A begin alone and an end alone hold', () => {
  const begins = link({ ...window, expiresAt: null });
  expect([999, 1e15].map((now) => linkAt(begins, () => now).kind)).toEqual(['not_begun', 'link']);
  const ends = link({ ...window, startsAt: null });
  expect([0, 2_000].map((now) => linkAt(ends, () => now).kind)).toEqual(['link', 'ended']);
});

test('Without a window no clock is asked', () => {
  const asked = () => {
    throw new Error('asked');
  };
  expect(linkAt(link(), asked)).toEqual(link());
  expect(linkAt({ kind: 'gone', version: 1 }, asked)).toEqual({ kind: 'gone', version: 1 });
});

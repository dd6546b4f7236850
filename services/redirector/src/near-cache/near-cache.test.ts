import { cachedLink } from '../cached-link-fixture';
import { MAX_GENERATION } from './entry-record';
import { makeNearCache } from './near-cache';

const link = (location = 'https://example.com/') => cachedLink({ location });

function makeNear(maxBytes = 1_000_000) {
  let now = 1_000;
  const clock = { now: () => now };
  const near = makeNearCache(clock, { maxBytes, ttlMs: 60_000, unknownTtlMs: 5_000 });
  return { near, pass: (ms: number) => (now += ms) };
}

test('A link is fresh for its time, an unknown slug for its shorter one', () => {
  const { near, pass } = makeNear();
  near.store('z', 'abc', link());
  near.store('z', 'none', { kind: 'gone', version: 0 });
  pass(4_999);
  expect(near.fresh('z', 'abc')).toEqual(link());
  expect(near.fresh('z', 'none')).toEqual({ kind: 'gone', version: 0 });
  pass(1);
  expect(near.fresh('z', 'none')).toBeUndefined();
  pass(54_999);
  expect(near.fresh('z', 'abc')).toEqual(link());
  pass(1);
  expect(near.fresh('z', 'abc')).toBeUndefined();
});

test('A link whose time is over is stale, an unknown slug is gone', () => {
  const { near, pass } = makeNear();
  near.store('z', 'abc', link());
  near.store('z', 'none', { kind: 'gone', version: 0 });
  pass(3_600_000);
  expect(near.stale('z', 'abc')).toEqual({ link: link(), isCurrent: true });
  expect(near.stale('z', 'none')).toBeUndefined();
});

test('An invalidated entry is stale; one stored after that is fresh', () => {
  const { near } = makeNear();
  near.store('z', 'abc', link());
  near.invalidateAll();
  expect(near.fresh('z', 'abc')).toBeUndefined();
  expect(near.stale('z', 'abc')).toEqual({ link: link(), isCurrent: false });
  near.store('z', 'abc', link());
  expect(near.fresh('z', 'abc')).toEqual(link());
});

test('An invalidated link that is renewed is fresh for what is left of its time, if it is still in that version', () => {
  const { near, pass } = makeNear();
  near.store('z', 'abc', link());
  pass(40_000);
  near.invalidateAll();
  near.renew('z', 'abc', link().version + 1);
  near.renew('z', 'other', link().version);
  expect(near.fresh('z', 'abc')).toBeUndefined();
  near.renew('z', 'abc', link().version);
  expect(near.fresh('z', 'abc')).toEqual(link());
  expect(near.fresh('z', 'other')).toBeUndefined();
  pass(20_000);
  expect(near.fresh('z', 'abc')).toBeUndefined();
});

test('What is only to be compared is fresh until trust ends, then what was not renewed or stored since is stale', () => {
  const { near } = makeNear();
  for (const slug of ['abc', 'renewed', 'stored']) near.store('z', slug, link());
  near.store('z', 'none', { kind: 'gone', version: 0 });
  near.markAllForRevalidation();
  for (const slug of ['abc', 'none']) expect(near.fresh('z', slug)).toBeDefined();
  expect(near.stale('z', 'abc')).toEqual({ link: link(), isCurrent: true });
  expect(near.trustsEarlier()).toBe(true);
  near.renew('z', 'renewed', link().version);
  near.store('z', 'stored', link());
  near.endTrust();
  expect(near.trustsEarlier()).toBe(false);
  for (const slug of ['renewed', 'stored']) expect(near.fresh('z', slug)).toEqual(link());
  for (const slug of ['abc', 'none']) expect(near.fresh('z', slug)).toBeUndefined();
  expect(near.stale('z', 'abc')).toEqual({ link: link(), isCurrent: false });
});

test('What was to be compared when changes were possibly missed is stale', () => {
  const { near } = makeNear();
  near.store('z', 'abc', link());
  near.markAllForRevalidation();
  near.invalidateAll();
  near.store('z', 'later', link());
  near.markAllForRevalidation();
  expect(near.fresh('z', 'abc')).toBeUndefined();
  expect(near.fresh('z', 'later')).toEqual(link());
});

test('Generations beyond their bound begin again with nothing, and what is stored then is fresh', () => {
  const { near } = makeNear();
  for (let n = 0; n < MAX_GENERATION; n++) near.invalidateAll();
  near.store('z', 'abc', link());
  near.markAllForRevalidation();
  expect(near.stale('z', 'abc')).toBeUndefined();
  near.store('z', 'abc', link());
  expect(near.fresh('z', 'abc')).toEqual(link());
  near.markAllForRevalidation();
  near.endTrust();
  expect(near.fresh('z', 'abc')).toBeUndefined();
});

test('Of the links those are of an earlier generation that are neither fresh, nor over, nor unknown', () => {
  const { near, pass } = makeNear();
  near.store('z', 'over', link());
  pass(59_999);
  for (const slug of ['abc', 'fresh', 'dropped', 'twice']) near.store('z', slug, link());
  near.store('z', 'none', { kind: 'gone', version: 0 });
  near.invalidateAll();
  near.invalidateAll();
  pass(1);
  near.store('z', 'fresh', link());
  near.drop('z', 'dropped');
  near.renew('z', 'twice', link().version);
  expect([...near.ofEarlier()]).toEqual([{ key: { zoneId: 'z', slug: 'abc' }, link: link() }]);
});

test('What is stored while the links of earlier generations are listed breaks nothing, and each that stays is listed', () => {
  const { near } = makeNear(40_000);
  const slugs = Array.from({ length: 100 }, (_, n) => `slug-${n}`);
  for (const slug of slugs) near.store('z', slug, link());
  near.invalidateAll();
  const listed = new Set<string>();
  for (const { key } of near.ofEarlier()) {
    listed.add(key.slug);
    near.store('z', `new-${key.slug}`, link());
  }
  for (const slug of slugs) if (near.stale('z', slug)) expect(listed).toContain(slug);
});

test('A link keeps its window, fresh and stale', () => {
  const { near, pass } = makeNear();
  const window = { startsAt: null, expiresAt: 5_000, expiredLocation: 'https://example.com/over' };
  near.store('z', 'abc', { ...link(), window });
  expect(near.fresh('z', 'abc')).toEqual({ ...link(), window });
  pass(3_600_000);
  expect(near.stale('z', 'abc')?.link).toEqual({ ...link(), window });
});

test('A dropped entry is neither fresh nor stale', () => {
  const { near } = makeNear();
  near.store('z', 'abc', link());
  near.drop('z', 'abc');
  expect(near.fresh('z', 'abc')).toBeUndefined();
  expect(near.stale('z', 'abc')).toBeUndefined();
});

test('A slug that was taken and is deleted, or the other way round, is what was learned last', () => {
  const { near } = makeNear();
  near.store('z', 'abc', { kind: 'gone', version: 0 });
  near.store('z', 'abc', link());
  expect(near.fresh('z', 'abc')).toEqual(link());
  near.store('z', 'abc', { kind: 'gone', version: 2 });
  expect(near.fresh('z', 'abc')).toEqual({ kind: 'gone', version: 2 });
  expect(near.stale('z', 'abc')).toBeUndefined();
});

test('Guessing a hundred thousand slugs pushes out no link and stays within the bound', () => {
  const { near } = makeNear(200_000);
  for (let index = 0; index < 300; index++) near.store('z', `link-${index}`, link());
  for (let index = 0; index < 100_000; index++)
    near.store('z', `guess-${index}`, { kind: 'gone', version: 0 });
  for (let index = 0; index < 300; index++) expect(near.fresh('z', `link-${index}`)).toBeDefined();
  expect(near.bytes()).toBeLessThanOrEqual(200_000);
});

test('Without any room it holds nothing and breaks nothing', () => {
  const { near } = makeNear(0);
  near.store('z', 'abc', link());
  expect(near.fresh('z', 'abc')).toBeUndefined();
});

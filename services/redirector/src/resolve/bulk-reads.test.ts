import type { LinkCacheKey } from '@kurz/link-cache';
import { cachedLink } from '../cached-link-fixture';
import { makeNearCache } from '../near-cache/near-cache';
import { keyOf, makeBulkReads } from './bulk-reads';

const TTL_MS = 60_000;
const key: LinkCacheKey = { zoneId: 'zon_1', slug: 'abc' };
const link = (version: number) => cachedLink({ version, location: `https://example.com/${version}` });

function open() {
  let now = 0;
  let isConnected = true;
  const near = makeNearCache({ now: () => now }, { maxBytes: 1_000_000, ttlMs: TTL_MS, unknownTtlMs: 5_000 });
  const bulkReads = makeBulkReads({ near, isConnected: () => isConnected });
  const known = (slug = key.slug) => near.fresh(key.zoneId, slug);
  return {
    near,
    bulkReads,
    known,
    pass: (ms: number) => void (now += ms),
    disconnect: () => void (isConnected = false),
  };
}

test('what is read is known', () => {
  const { bulkReads, known } = open();
  expect(bulkReads.begin().store(key, link(1))).toBe(true);
  expect(known()).toEqual(link(1));
});

test('what changed since the reading began is not stored, and the rest is', () => {
  const { bulkReads, known } = open();
  const reading = bulkReads.begin();
  bulkReads.onChange(keyOf(key.zoneId, key.slug));
  expect(reading.store(key, link(1))).toBe(true);
  expect(known()).toBeUndefined();
  expect(reading.store({ ...key, slug: 'other' }, link(1))).toBe(true);
  expect(known('other')).toEqual(link(1));
});

test('what changed before it began is in what it reads', () => {
  const { bulkReads, known } = open();
  bulkReads.onChange(keyOf(key.zoneId, key.slug));
  bulkReads.begin().store(key, link(1));
  expect(known()).toEqual(link(1));
});

test('nothing is stored where changes were possibly missed, or could not arrive', () => {
  const missed = open();
  const reading = missed.bulkReads.begin();
  missed.bulkReads.onMissed();
  expect(reading.store(key, link(1))).toBe(false);
  const cut = open();
  const begun = cut.bulkReads.begin();
  cut.disconnect();
  expect([begun.store(key, link(1)), cut.bulkReads.begin().store(key, link(1))]).toEqual([false, false]);
  expect([missed.known(), cut.known()]).toEqual([undefined, undefined]);
});

test('what a visitor has brought stays, and so does anything newer', () => {
  const { near, bulkReads, known } = open();
  near.store(key.zoneId, key.slug, link(2));
  bulkReads.begin().store(key, link(1));
  expect(known()).toEqual(link(2));
  near.invalidateAll();
  bulkReads.begin().store(key, link(1));
  expect(known()).toBeUndefined();
  bulkReads.begin().store(key, link(2));
  expect(known()).toEqual(link(2));
});

test('a location that no header can carry is not stored', () => {
  const { bulkReads, known } = open();
  expect(bulkReads.begin().store(key, cachedLink({ location: 'https://example.com/\n' }))).toBe(true);
  expect(known()).toBeUndefined();
});

test('links of one reading do not all end in the same second, and none later than any other', () => {
  const { bulkReads, known, pass } = open();
  const reading = bulkReads.begin();
  const slugs = Array.from({ length: 200 }, (_, n) => `s${n}`);
  for (const slug of slugs) reading.store({ ...key, slug }, link(1));
  const left = () => slugs.filter((slug) => known(slug)).length;
  pass(TTL_MS / 4 - 1);
  expect(left()).toBe(200);
  pass(TTL_MS / 4);
  expect(left()).toBeGreaterThan(0);
  expect(left()).toBeLessThan(200);
  pass(TTL_MS / 2 + 1);
  expect(left()).toBe(0);
});

test('what was read as it is known is fresh again, unless it changed meanwhile or changes were possibly missed', () => {
  const { near, bulkReads, known } = open();
  const invalidated = () => {
    near.store(key.zoneId, key.slug, link(2));
    near.invalidateAll();
    return bulkReads.begin();
  };
  expect(invalidated().renew(key, 2)).toBe(true);
  expect(known()).toEqual(link(2));
  const ofAnother = invalidated();
  expect(ofAnother.renew(key, 1)).toBe(true);
  expect(known()).toBeUndefined();
  bulkReads.onChange(keyOf(key.zoneId, key.slug));
  expect(ofAnother.renew(key, 2)).toBe(true);
  expect(known()).toBeUndefined();
  const missed = invalidated();
  bulkReads.onMissed();
  expect([missed.isCurrent(), missed.renew(key, 2)]).toEqual([false, false]);
  expect(known()).toBeUndefined();
});

import type { LinkCacheKey } from '@kurz/link-cache';
import { cachedLink } from '../cached-link-fixture';
import { makeNearCache } from '../near-cache/near-cache';
import { keyOf, makeBulkReadings } from './bulk-readings';

const TTL_MS = 60_000;
const key: LinkCacheKey = { zoneId: 'zon_1', slug: 'abc' };
const link = (version: number) => cachedLink({ version, location: `https://example.com/${version}` });

function open() {
  let now = 0;
  let isConnected = true;
  const near = makeNearCache({ now: () => now }, { maxBytes: 1_000_000, ttlMs: TTL_MS, unknownTtlMs: 5_000 });
  const readings = makeBulkReadings({ near, isConnected: () => isConnected });
  const known = (slug = key.slug) => near.fresh(key.zoneId, slug);
  return {
    near,
    readings,
    known,
    pass: (ms: number) => void (now += ms),
    disconnect: () => void (isConnected = false),
  };
}

test('what is read is known', () => {
  const { readings, known } = open();
  expect(readings.begin().store(key, link(1))).toBe(true);
  expect(known()).toEqual(link(1));
});

test('what changed since the reading began is not stored, and the rest is', () => {
  const { readings, known } = open();
  const reading = readings.begin();
  readings.onChange(keyOf(key.zoneId, key.slug));
  expect(reading.store(key, link(1))).toBe(true);
  expect(known()).toBeUndefined();
  expect(reading.store({ ...key, slug: 'other' }, link(1))).toBe(true);
  expect(known('other')).toEqual(link(1));
});

test('what changed before it began is in what it reads', () => {
  const { readings, known } = open();
  readings.onChange(keyOf(key.zoneId, key.slug));
  readings.begin().store(key, link(1));
  expect(known()).toEqual(link(1));
});

test('nothing is stored where changes were possibly missed, or could not arrive', () => {
  const missed = open();
  const reading = missed.readings.begin();
  missed.readings.onMissed();
  expect(reading.store(key, link(1))).toBe(false);
  const cut = open();
  const begun = cut.readings.begin();
  cut.disconnect();
  expect([begun.store(key, link(1)), cut.readings.begin().store(key, link(1))]).toEqual([false, false]);
  expect([missed.known(), cut.known()]).toEqual([undefined, undefined]);
});

test('what a visitor has brought stays, and so does anything newer', () => {
  const { near, readings, known } = open();
  near.store(key.zoneId, key.slug, link(2));
  readings.begin().store(key, link(1));
  expect(known()).toEqual(link(2));
  near.invalidateAll();
  readings.begin().store(key, link(1));
  expect(known()).toBeUndefined();
  readings.begin().store(key, link(2));
  expect(known()).toEqual(link(2));
});

test('a location that no header can carry is not stored', () => {
  const { readings, known } = open();
  expect(readings.begin().store(key, cachedLink({ location: 'https://example.com/\n' }))).toBe(true);
  expect(known()).toBeUndefined();
});

test('links of one reading do not all end in the same second, and none later than any other', () => {
  const { readings, known, pass } = open();
  const reading = readings.begin();
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
  const { near, readings, known } = open();
  const invalidated = () => {
    near.store(key.zoneId, key.slug, link(2));
    near.invalidateAll();
    return readings.begin();
  };
  expect(invalidated().renew(key, 2)).toBe(true);
  expect(known()).toEqual(link(2));
  const ofAnother = invalidated();
  expect(ofAnother.renew(key, 1)).toBe(true);
  expect(known()).toBeUndefined();
  readings.onChange(keyOf(key.zoneId, key.slug));
  expect(ofAnother.renew(key, 2)).toBe(true);
  expect(known()).toBeUndefined();
  const missed = invalidated();
  readings.onMissed();
  expect([missed.isCurrent(), missed.renew(key, 2)]).toEqual([false, false]);
  expect(known()).toBeUndefined();
});

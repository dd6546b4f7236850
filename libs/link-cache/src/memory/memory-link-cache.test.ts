// Tests of the link cache in memory alone; tests of both adapters are in tests/stores/link-cache.

import fc from 'fast-check';
import type { ChangedKey, LinkCacheEntry, LinkCacheKey } from '../port/link-cache';
import { makeMemoryLinkCache } from './memory-link-cache';

const key = (slug: string): LinkCacheKey => ({ zoneId: 'zon_1', slug });
const gone = (version: number): LinkCacheEntry => ({ kind: 'gone', version });
const link = (version: number, location = 'https://example.com/'): LinkCacheEntry => ({
  kind: 'link',
  linkId: `lnk_${version}`,
  workspaceId: 'ws_1',
  location,
  state: 'enabled',
  version,
});

test('A slow fill does not bring a deleted link back after its tombstone was forgotten', async () => {
  const linkCache = makeMemoryLinkCache({ maxEntries: 2 });
  await linkCache.apply(key('abc'), gone(7));
  for (const [index, slug] of ['one', 'two', 'three'].entries()) {
    await linkCache.apply(key(slug), link(8 + index));
  }
  expect(await linkCache.get(key('abc'))).toBeUndefined();
  await linkCache.fill(key('abc'), link(6));
  expect(await linkCache.get(key('abc'))).toBeUndefined();
  await linkCache.fill(key('abc'), gone(0));
  expect(await linkCache.get(key('abc'))).toBeUndefined();
});

test('What was forgotten may be filled again as it was, and with what is newer', async () => {
  const linkCache = makeMemoryLinkCache({ maxEntries: 1 });
  await linkCache.fill(key('abc'), link(5));
  await linkCache.fill(key('other'), link(6));
  await linkCache.fill(key('abc'), link(5));
  expect(await linkCache.get(key('abc'))).toEqual(link(5));
});

test('Guessing a thousand unknown slugs pushes out no link', async () => {
  const linkCache = makeMemoryLinkCache({ maxEntries: 16 });
  await linkCache.fill(key('abc'), link(5));
  for (let index = 0; index < 1_000; index++) await linkCache.fill(key(`guess-${index}`), gone(0));
  expect(await linkCache.get(key('abc'))).toEqual(link(5));
  expect(await linkCache.get(key('guess-0'))).toBeUndefined();
  expect(await linkCache.get(key('guess-999'))).toEqual(gone(0));
});

test('The link used last is the one that stays', async () => {
  const linkCache = makeMemoryLinkCache({ maxEntries: 2 });
  await linkCache.fill(key('abc'), link(1));
  await linkCache.fill(key('def'), link(2));
  await linkCache.get(key('abc'));
  await linkCache.fill(key('ghi'), link(3));
  expect(await linkCache.get(key('abc'))).toEqual(link(1));
  expect(await linkCache.get(key('def'))).toBeUndefined();
});

test('Every subscriber has heard of a change before apply goes on, also of one that was older', async () => {
  const linkCache = makeMemoryLinkCache({ maxEntries: 10 });
  const heard: ChangedKey[] = [];
  await linkCache.subscribe((changed) => heard.push(changed));
  await linkCache.subscribe((changed) => heard.push(changed));
  void linkCache.apply(key('abc'), link(4));
  expect(heard).toEqual([key('abc'), key('abc')]);
  void linkCache.apply(key('abc'), link(3));
  expect(heard).toHaveLength(4);
  void linkCache.publishZone('zon_1');
  expect(heard.at(-1)).toEqual({ zoneId: 'zon_1', slug: null });
  expect(await linkCache.get(key('abc'))).toEqual(link(4));
});

test('A subscriber that throws keeps no other from hearing, and the caller learns of it', async () => {
  const linkCache = makeMemoryLinkCache({ maxEntries: 10 });
  const heard: ChangedKey[] = [];
  await linkCache.subscribe(() => {
    throw new Error('broken subscriber');
  });
  await linkCache.subscribe((changed) => heard.push(changed));
  await expect(linkCache.apply(key('abc'), link(4))).rejects.toThrow('a subscriber of the link cache threw');
  expect(heard).toEqual([key('abc')]);
});

test('A zone is published when every subscriber knows it', async () => {
  const linkCache = makeMemoryLinkCache({ maxEntries: 10 });
  const known: string[] = [];
  await linkCache.subscribe(async ({ zoneId }) => {
    await new Promise((resolve) => setImmediate(resolve));
    known.push(zoneId);
  });
  await linkCache.publishZone('zon_1');
  expect(known).toEqual(['zon_1']);
});

const steps = fc.array(
  fc.record({
    slug: fc.constantFrom('aaa', 'bbb', 'ccc', 'ddd', 'eee'),
    version: fc.nat(40),
    isApply: fc.boolean(),
    isGone: fc.boolean(),
  }),
  { maxLength: 60 },
);

test('With room for all, any order of fills and applies ends with the highest version', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      const linkCache = makeMemoryLinkCache({ maxEntries: 100 });
      const highest = new Map<string, number>();
      for (const step of given) {
        const entry = step.isGone || step.version === 0 ? gone(step.version) : link(step.version);
        const before = highest.get(step.slug);
        highest.set(step.slug, Math.max(before ?? 0, step.version));
        if (step.isApply) await linkCache.apply(key(step.slug), entry);
        else {
          expect((await linkCache.fill(key(step.slug), entry)).version).toBe(highest.get(step.slug));
        }
      }
      for (const [slug, version] of highest) {
        expect((await linkCache.get(key(slug)))?.version).toBe(version);
      }
    }),
    { numRuns: 500 },
  );
});

test('With room for two or three, what is known is the highest version ever seen or nothing, at every moment', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 3 }), async (given, maxEntries) => {
      const linkCache = makeMemoryLinkCache({ maxEntries });
      const highest = new Map<string, number>();
      for (const step of given) {
        const entry = step.isGone || step.version === 0 ? gone(step.version) : link(step.version);
        highest.set(step.slug, Math.max(highest.get(step.slug) ?? 0, step.version));
        if (step.isApply) await linkCache.apply(key(step.slug), entry);
        else await linkCache.fill(key(step.slug), entry);
        const known = await linkCache.get(key(step.slug));
        if (known) expect(known.version).toBe(highest.get(step.slug));
      }
    }),
    { numRuns: 500 },
  );
});

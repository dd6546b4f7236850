// What only the directory in memory does; what both adapters do is in tests/stores/link-directory.

import fc from 'fast-check';
import type { ChangedKey, DirectoryEntry, DirectoryKey } from '../port/link-directory';
import { makeMemoryLinkDirectory } from './memory-link-directory';

const key = (slug: string): DirectoryKey => ({ zoneId: 'zon_1', slug });
const gone = (version: number): DirectoryEntry => ({ kind: 'gone', version });
const link = (version: number, location = 'https://example.com/'): DirectoryEntry => ({
  kind: 'link',
  linkId: `lnk_${version}`,
  workspaceId: 'ws_1',
  location,
  state: 'enabled',
  version,
});

test('A slow fill does not bring a deleted link back after its tombstone was forgotten', async () => {
  const directory = makeMemoryLinkDirectory({ maxEntries: 2 });
  await directory.apply(key('abc'), gone(7));
  for (const [index, slug] of ['one', 'two', 'three'].entries()) {
    await directory.apply(key(slug), link(8 + index));
  }
  expect(await directory.get(key('abc'))).toBeUndefined();
  await directory.fill(key('abc'), link(6));
  expect(await directory.get(key('abc'))).toBeUndefined();
  await directory.fill(key('abc'), gone(0));
  expect(await directory.get(key('abc'))).toBeUndefined();
});

test('What was forgotten may be filled again as it was, and with what is newer', async () => {
  const directory = makeMemoryLinkDirectory({ maxEntries: 1 });
  await directory.fill(key('abc'), link(5));
  await directory.fill(key('other'), link(6));
  await directory.fill(key('abc'), link(5));
  expect(await directory.get(key('abc'))).toEqual(link(5));
});

test('Guessing a thousand unknown slugs pushes out no link', async () => {
  const directory = makeMemoryLinkDirectory({ maxEntries: 16 });
  await directory.fill(key('abc'), link(5));
  for (let index = 0; index < 1_000; index++) await directory.fill(key(`guess-${index}`), gone(0));
  expect(await directory.get(key('abc'))).toEqual(link(5));
  expect(await directory.get(key('guess-0'))).toBeUndefined();
  expect(await directory.get(key('guess-999'))).toEqual(gone(0));
});

test('The link used last is the one that stays', async () => {
  const directory = makeMemoryLinkDirectory({ maxEntries: 2 });
  await directory.fill(key('abc'), link(1));
  await directory.fill(key('def'), link(2));
  await directory.get(key('abc'));
  await directory.fill(key('ghi'), link(3));
  expect(await directory.get(key('abc'))).toEqual(link(1));
  expect(await directory.get(key('def'))).toBeUndefined();
});

test('Every subscriber has heard of a change before apply goes on, also of one that was older', async () => {
  const directory = makeMemoryLinkDirectory({ maxEntries: 10 });
  const heard: ChangedKey[] = [];
  await directory.subscribe((changed) => heard.push(changed));
  await directory.subscribe((changed) => heard.push(changed));
  void directory.apply(key('abc'), link(4));
  expect(heard).toEqual([key('abc'), key('abc')]);
  void directory.apply(key('abc'), link(3));
  expect(heard).toHaveLength(4);
  void directory.publishZone('zon_1');
  expect(heard.at(-1)).toEqual({ zoneId: 'zon_1', slug: null });
  expect(await directory.get(key('abc'))).toEqual(link(4));
});

test('A subscriber that throws keeps no other from hearing, and the caller learns of it', async () => {
  const directory = makeMemoryLinkDirectory({ maxEntries: 10 });
  const heard: ChangedKey[] = [];
  await directory.subscribe(() => {
    throw new Error('broken subscriber');
  });
  await directory.subscribe((changed) => heard.push(changed));
  await expect(directory.apply(key('abc'), link(4))).rejects.toThrow(
    'a subscriber of the link directory threw',
  );
  expect(heard).toEqual([key('abc')]);
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
      const directory = makeMemoryLinkDirectory({ maxEntries: 100 });
      const highest = new Map<string, number>();
      for (const step of given) {
        const entry = step.isGone || step.version === 0 ? gone(step.version) : link(step.version);
        const before = highest.get(step.slug);
        highest.set(step.slug, Math.max(before ?? 0, step.version));
        if (step.isApply) await directory.apply(key(step.slug), entry);
        else {
          expect((await directory.fill(key(step.slug), entry)).version).toBe(highest.get(step.slug));
        }
      }
      for (const [slug, version] of highest) {
        expect((await directory.get(key(slug)))?.version).toBe(version);
      }
    }),
    { numRuns: 500 },
  );
});

test('With room for two or three, what is known is the highest version ever seen or nothing, at every moment', async () => {
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 1, max: 3 }), async (given, maxEntries) => {
      const directory = makeMemoryLinkDirectory({ maxEntries });
      const highest = new Map<string, number>();
      for (const step of given) {
        const entry = step.isGone || step.version === 0 ? gone(step.version) : link(step.version);
        highest.set(step.slug, Math.max(highest.get(step.slug) ?? 0, step.version));
        if (step.isApply) await directory.apply(key(step.slug), entry);
        else await directory.fill(key(step.slug), entry);
        const known = await directory.get(key(step.slug));
        if (known) expect(known.version).toBe(highest.get(step.slug));
      }
    }),
    { numRuns: 500 },
  );
});

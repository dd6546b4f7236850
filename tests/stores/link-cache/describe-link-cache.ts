// What every adapter of the link cache does, written once and run for each.

import type { ChangedKey, LinkCacheEntry, LinkCache } from '@kurz/link-cache';
import { gone, key, link } from './entries';
import { until } from '../../until';

/** `make` gives an empty link cache with room for a hundred entries. */
export function describeLinkCache(
  name: string,
  make: () => Promise<{ linkCache: LinkCache; close: () => Promise<void> }>,
  { isHeardOnce = true } = {},
): void {
  describe(name, () => {
    let linkCache: LinkCache;
    let close: () => Promise<void>;
    beforeEach(async () => {
      ({ linkCache, close } = await make());
    });
    afterEach(() => close());

    test('A key that nobody filled or applied is not known', async () => {
      expect(await linkCache.get(key('abc'))).toBeUndefined();
    });

    test('A fill is stored and answered; the same slug on another zone is another key', async () => {
      await linkCache.get(key('abc'));
      expect(await linkCache.fill(key('abc'), link(3), linkCache.watermark(key('abc')))).toEqual(link(3));
      expect(await linkCache.get(key('abc'))).toEqual(link(3));
      expect(await linkCache.get({ zoneId: 'zon_2', slug: 'abc' })).toBeUndefined();
    });

    test.each<[string, LinkCacheEntry]>([
      ['a paused link', { ...link(3), state: 'paused' }],
      ['a restricted link', { ...link(4), state: 'restricted' }],
      ['an unsafe link', { ...link(5), state: 'unsafe' }],
      ['a destination of 32,767 characters', link(6, `https://example.com/${'x'.repeat(32_747)}`)],
      ['a destination with all that a URL may hold', link(7, "https://e.com/%20a?b=c&d=%0A#~!$'()*+,;:@/?")],
      ['a version near the end of whole numbers', link(Number.MAX_SAFE_INTEGER)],
      [
        'a link with a begin, an end and a place after it',
        { ...link(9), window: { startsAt: 1, expiresAt: 2, expiredLocation: 'https://example.com/over' } },
      ],
      [
        'a link with an end',
        { ...link(10), window: { startsAt: null, expiresAt: 2, expiredLocation: null } },
      ],
      ['a deletion', gone(8)],
      ['a slug that nobody took', gone(0)],
    ])('%s comes back as it went in', async (_, entry) => {
      await linkCache.apply(key('abc'), entry);
      expect(await linkCache.get(key('abc'))).toEqual(entry);
    });

    test('A fill older than what is stored is answered with what is stored', async () => {
      await linkCache.apply(key('abc'), gone(7));
      expect(await linkCache.fill(key('abc'), link(6))).toEqual(gone(7));
      expect(await linkCache.get(key('abc'))).toEqual(gone(7));
    });

    test('Of two fills with one version the stored one holds', async () => {
      await linkCache.fill(key('abc'), link(3, 'https://first.example/'));
      const second = await linkCache.fill(key('abc'), link(3, 'https://second.example/'));
      expect(second).toEqual(link(3, 'https://first.example/'));
    });

    test('Versions are compared as numbers', async () => {
      await linkCache.apply(key('abc'), link(9));
      await linkCache.apply(key('abc'), gone(10));
      expect(await linkCache.get(key('abc'))).toEqual(gone(10));
      expect(await linkCache.fill(key('abc'), link(9))).toEqual(gone(10));
    });

    test('A slug that was unknown is known once a link is applied to it', async () => {
      await linkCache.fill(key('abc'), gone(0));
      await linkCache.apply(key('abc'), link(1));
      expect(await linkCache.get(key('abc'))).toEqual(link(1));
      expect(await linkCache.fill(key('abc'), gone(0))).toEqual(link(1));
    });

    test('A slug that is deleted and taken again is its newest self', async () => {
      await linkCache.apply(key('abc'), link(1));
      await linkCache.apply(key('abc'), gone(2));
      await linkCache.apply(key('abc'), link(3));
      await linkCache.apply(key('abc'), gone(2));
      expect(await linkCache.get(key('abc'))).toEqual(link(3));
    });

    test('Every subscriber hears of a change, also of one that was older, and of a zone', async () => {
      const heard: ChangedKey[][] = [[], []];
      for (const list of heard) await linkCache.subscribe((changed) => list.push(changed));
      await linkCache.apply(key('abc'), link(4));
      await linkCache.apply(key('abc'), link(3));
      await linkCache.publishZone('zon_1');
      const changes = [key('abc'), key('abc'), { zoneId: 'zon_1', slug: null }];
      await until(() => heard.every((list) => list.length >= 3 && list.some(({ slug }) => slug === null)));
      if (isHeardOnce) expect(heard).toEqual([changes, changes]);
      else for (const list of heard) expect(list).toEqual(expect.arrayContaining(changes));
      expect(await linkCache.get(key('abc'))).toEqual(link(4));
    });

    test('A fill publishes nothing', async () => {
      const heard: ChangedKey[] = [];
      await linkCache.subscribe((changed) => heard.push(changed));
      await linkCache.fill(key('abc'), link(4));
      await linkCache.publishZone('zon_1');
      await until(() => heard.length > 0);
      expect(heard[0]).toEqual({ zoneId: 'zon_1', slug: null });
    });

    test('A subscriber that throws keeps no other from hearing', async () => {
      const heard: ChangedKey[] = [];
      await linkCache.subscribe(() => {
        throw new Error('broken subscriber');
      });
      await linkCache.subscribe((changed) => heard.push(changed));
      await linkCache.apply(key('abc'), link(4)).catch(() => undefined);
      await until(() => heard.length > 0);
      expect(heard[0]).toEqual(key('abc'));
    });

    test('A subscription is proven from the start; a closed one hears nothing and is not', async () => {
      const heard: ChangedKey[] = [];
      const other: ChangedKey[] = [];
      const subscription = await linkCache.subscribe((changed) => heard.push(changed));
      await linkCache.subscribe((changed) => other.push(changed));
      expect(subscription.isConnected()).toBe(true);
      await subscription.close();
      await linkCache.apply(key('abc'), link(4));
      await until(() => other.length > 0);
      expect(heard).toEqual([]);
      expect(subscription.isConnected()).toBe(false);
    });

    test('Closing the link cache leaves no subscription proven', async () => {
      const subscription = await linkCache.subscribe(() => {});
      await linkCache.close();
      expect(subscription.isConnected()).toBe(false);
    });
  });
}

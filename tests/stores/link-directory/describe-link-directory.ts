// What every adapter of the link directory does, told once and shown for each.

import type { ChangedKey, DirectoryEntry, LinkDirectory } from '@kurz/link-directory';
import { gone, key, link } from './entries';
import { until } from './until';

/** `make` gives an empty directory with room for a hundred entries. */
export function describeLinkDirectory(
  name: string,
  make: () => Promise<{ directory: LinkDirectory; close: () => Promise<void> }>,
): void {
  describe(name, () => {
    let directory: LinkDirectory;
    let close: () => Promise<void>;
    beforeEach(async () => {
      ({ directory, close } = await make());
    });
    afterEach(() => close());

    test('A key that nobody filled or applied is not known', async () => {
      expect(await directory.get(key('abc'))).toBeUndefined();
    });

    test('A fill is stored and answered; the same slug on another zone is another key', async () => {
      await directory.get(key('abc'));
      expect(await directory.fill(key('abc'), link(3), directory.mark())).toEqual(link(3));
      expect(await directory.get(key('abc'))).toEqual(link(3));
      expect(await directory.get({ zoneId: 'zon_2', slug: 'abc' })).toBeUndefined();
    });

    test.each<[string, DirectoryEntry]>([
      ['a paused link', { ...link(3), state: 'paused' }],
      ['a restricted link', { ...link(4), state: 'restricted' }],
      ['an unsafe link', { ...link(5), state: 'unsafe' }],
      ['a destination of 32,767 characters', link(6, `https://example.com/${'x'.repeat(32_747)}`)],
      ['a destination with all that a URL may hold', link(7, "https://e.com/%20a?b=c&d=%0A#~!$'()*+,;:@/?")],
      ['a version near the end of whole numbers', link(Number.MAX_SAFE_INTEGER)],
      ['a deletion', gone(8)],
      ['a slug that nobody took', gone(0)],
    ])('%s comes back as it went in', async (_, entry) => {
      await directory.apply(key('abc'), entry);
      expect(await directory.get(key('abc'))).toEqual(entry);
    });

    test('A fill older than what is stored is answered with what is stored', async () => {
      await directory.apply(key('abc'), gone(7));
      expect(await directory.fill(key('abc'), link(6))).toEqual(gone(7));
      expect(await directory.get(key('abc'))).toEqual(gone(7));
    });

    test('Of two fills with one version the stored one holds', async () => {
      await directory.fill(key('abc'), link(3, 'https://first.example/'));
      const second = await directory.fill(key('abc'), link(3, 'https://second.example/'));
      expect(second).toEqual(link(3, 'https://first.example/'));
    });

    test('Versions are compared as numbers', async () => {
      await directory.apply(key('abc'), link(9));
      await directory.apply(key('abc'), gone(10));
      expect(await directory.get(key('abc'))).toEqual(gone(10));
      expect(await directory.fill(key('abc'), link(9))).toEqual(gone(10));
    });

    test('A slug that was unknown is known once a link is applied to it', async () => {
      await directory.fill(key('abc'), gone(0));
      await directory.apply(key('abc'), link(1));
      expect(await directory.get(key('abc'))).toEqual(link(1));
      expect(await directory.fill(key('abc'), gone(0))).toEqual(link(1));
    });

    test('A slug that is deleted and taken again is its newest self', async () => {
      await directory.apply(key('abc'), link(1));
      await directory.apply(key('abc'), gone(2));
      await directory.apply(key('abc'), link(3));
      await directory.apply(key('abc'), gone(2));
      expect(await directory.get(key('abc'))).toEqual(link(3));
    });

    test('Every subscriber hears of a change, also of one that was older, and of a zone', async () => {
      const heard: ChangedKey[][] = [[], []];
      for (const list of heard) await directory.subscribe((changed) => list.push(changed));
      await directory.apply(key('abc'), link(4));
      await directory.apply(key('abc'), link(3));
      await directory.publishZone('zon_1');
      await until(() => heard.every((list) => list.length === 3));
      expect(heard[0]).toEqual([key('abc'), key('abc'), { zoneId: 'zon_1', slug: null }]);
      expect(heard[1]).toEqual(heard[0]);
      expect(await directory.get(key('abc'))).toEqual(link(4));
    });

    test('A fill publishes nothing', async () => {
      const heard: ChangedKey[] = [];
      await directory.subscribe((changed) => heard.push(changed));
      await directory.fill(key('abc'), link(4));
      await directory.publishZone('zon_1');
      await until(() => heard.length > 0);
      expect(heard).toEqual([{ zoneId: 'zon_1', slug: null }]);
    });

    test('A subscriber that throws keeps no other from hearing', async () => {
      const heard: ChangedKey[] = [];
      await directory.subscribe(() => {
        throw new Error('broken subscriber');
      });
      await directory.subscribe((changed) => heard.push(changed));
      await directory.apply(key('abc'), link(4)).catch(() => undefined);
      await until(() => heard.length > 0);
      expect(heard).toEqual([key('abc')]);
    });

    test('A subscription is proven from the start; a closed one hears nothing and is not', async () => {
      const heard: ChangedKey[] = [];
      const other: ChangedKey[] = [];
      const subscription = await directory.subscribe((changed) => heard.push(changed));
      await directory.subscribe((changed) => other.push(changed));
      expect(subscription.isConnected()).toBe(true);
      await subscription.close();
      await directory.apply(key('abc'), link(4));
      await until(() => other.length > 0);
      expect(heard).toEqual([]);
      expect(subscription.isConnected()).toBe(false);
    });

    test('Closing the directory leaves no subscription proven', async () => {
      const subscription = await directory.subscribe(() => {});
      await directory.close();
      expect(subscription.isConnected()).toBe(false);
    });
  });
}

// The behaviour of live counts in any store: the test of each adapter runs all of this with its adapter.

import type { LiveClicks } from '@kurz/live-clicks';
import fc from 'fast-check';
import {
  additionOf,
  DAY_MS,
  hostNames,
  LINK,
  memoryAt,
  NOON,
  sorted,
  TODAY,
  YESTERDAY,
} from './live-addition';
import { propertyRuns } from '../../property-runs';

type Clock = { time: number; now: () => number };

/** `make` gives empty live counts each time it is called. */
export function describeLiveClicks(name: string, make: (clock: Clock) => Promise<LiveClicks>): void {
  describe(`live counts in ${name}`, () => {
    const open = async () => {
      const clock = { time: NOON, now: () => clock.time };
      const live = await make(clock);
      await live.seed({ partition: 0, position: 0, additions: [] });
      return { clock, live };
    };

    it('know no position before they are seeded, and then the one of the last batch', async () => {
      const live = await make({ time: NOON, now: () => NOON });
      expect(await live.position(0)).toBeUndefined();
      expect(await live.add({ partition: 0, from: 0, to: 1, additions: [additionOf(1)] })).toEqual({
        kind: 'elsewhere',
      });
      expect(await live.read(LINK, [TODAY])).toEqual([]);
      await live.seed({ partition: 0, position: 70, additions: [] });
      expect(await live.position(0)).toBe(70);
      expect(await live.add({ partition: 0, from: 70, to: 90, additions: [] })).toEqual({ kind: 'added' });
      expect(await live.position(0)).toBe(90);
    });

    it('add a batch only at the position where it begins, so that none counts twice', async () => {
      const { live } = await open();
      const batch = { partition: 0, from: 0, to: 10, additions: [additionOf(2)] };
      expect(await live.add(batch)).toEqual({ kind: 'added' });
      expect(await live.add(batch)).toEqual({ kind: 'elsewhere' });
      await live.add({ partition: 1, from: 0, to: 5, additions: [additionOf(40)] });
      await live.add({ partition: 0, from: 10, to: 20, additions: [additionOf(3)] });
      const [day] = await live.read(LINK, [TODAY]);
      expect(day).toMatchObject({ day: TODAY, requests: 7, bots: 2, qr: 0 });
      expect(day?.humansByHour[12]).toBe(5);
      expect(day?.by.geo.get('AT')).toBe(5);
      expect(await live.position(1)).toBeUndefined();
    });

    it('sum what the partitions bring, and a seed replaces only its own partition', async () => {
      const { live } = await open();
      await live.seed({ partition: 0, position: 5, additions: [additionOf(2)] });
      await live.seed({ partition: 1_000, position: 9, additions: [additionOf(10)] });
      await live.seed({ partition: 0, position: 7, additions: [additionOf(4)] });
      expect((await live.read(LINK, [TODAY]))[0]?.by.geo.get('AT')).toBe(14);
      await live.add({ partition: 0, from: 7, to: 8, additions: [additionOf(1)] });
      expect((await live.read(LINK, [TODAY]))[0]?.by.geo.get('AT')).toBe(15);
    });

    it('are not seeded where another has seeded or added meanwhile', async () => {
      const live = await make({ time: NOON, now: () => NOON });
      const late = { partition: 0, position: 40, additions: [additionOf(3)], replaces: 'nothing' as const };
      expect(await live.seed({ ...late, position: 10 })).toEqual({ kind: 'seeded' });
      await live.add({ partition: 0, from: 10, to: 50, additions: [additionOf(4)] });
      expect(await live.seed(late)).toEqual({ kind: 'elsewhere' });
      expect(await live.seed({ ...late, replaces: 10 })).toEqual({ kind: 'elsewhere' });
      expect(await live.position(0)).toBe(50);
      expect((await live.read(LINK, [TODAY]))[0]?.by.geo.get('AT')).toBe(7);
      // a seed replaces the counts at the position that it names
      expect(await live.seed({ ...late, replaces: 50 })).toEqual({ kind: 'seeded' });
      expect(await live.position(0)).toBe(40);
      expect((await live.read(LINK, [TODAY]))[0]?.by.geo.get('AT')).toBe(3);
    });

    it('keep yesterday and a day that a clock ahead has begun, nothing older, and forget as days pass', async () => {
      const { live, clock } = await open();
      const days = ['2026-02-28', YESTERDAY, TODAY, '2026-03-03', '2026-03-04'];
      const additions = days.map((day) => additionOf(1, { day }));
      await live.add({ partition: 0, from: 0, to: 1, additions });
      const kept = async () => (await live.read(LINK, days)).map(({ day }) => day);
      expect(await kept()).toEqual([YESTERDAY, TODAY, '2026-03-03']);
      clock.time += DAY_MS;
      expect(await kept()).toEqual([TODAY, '2026-03-03']);
    });

    it('leave a batch of old days out of the counts and still pass it', async () => {
      const { live } = await open();
      await live.add({ partition: 0, from: 0, to: 8, additions: [additionOf(1, { day: '2025-03-02' })] });
      expect(await live.position(0)).toBe(8);
      expect(await live.read(LINK, ['2025-03-02'])).toEqual([]);
    });

    it.each([199, 200, 201, 500])(
      'name at most 200 of %i referrer hosts and lose no human',
      async (hosts) => {
        const { live } = await open();
        await live.add({
          partition: 0,
          from: 0,
          to: 1,
          additions: [additionOf(hosts, {}, hostNames(hosts))],
        });
        await live.add({ partition: 0, from: 1, to: 2, additions: [additionOf(1, {}, ['site-0.example'])] });
        const referrer = (await live.read(LINK, [TODAY]))[0]?.by.referrer ?? new Map<string, number>();
        expect([...referrer.keys()].filter((host) => !host.startsWith('~'))).toHaveLength(
          Math.min(hosts, 200),
        );
        expect(referrer.get('~other') ?? 0).toBe(Math.max(0, hosts - 200));
        expect([...referrer.values()].reduce((sum, humans) => sum + humans, 0)).toBe(hosts + 1);
        expect(referrer.get('site-0.example')).toBe(2);
      },
    );

    it('share the 200 hosts of a link and day between the partitions; another day has its own', async () => {
      const { live } = await open();
      await live.seed({ partition: 1, position: 0, additions: [] });
      const nextHosts = (partition: number, from: number, day = TODAY) =>
        live.add({
          partition,
          from,
          to: from + 1,
          additions: [additionOf(150, { day }, hostNames(150, partition * 150))],
        });
      for (const partition of [0, 1]) await nextHosts(partition, 0);
      await nextHosts(1, 1, YESTERDAY);
      const days = await live.read(LINK, [TODAY, YESTERDAY]);
      const named = days.map(
        ({ by }) => [...by.referrer.keys()].filter((host) => !host.startsWith('~')).length,
      );
      expect(named).toEqual([200, 150]);
      expect(days[0]?.by.referrer.get('~other')).toBe(100);
    });

    it('give nothing of another workspace, of a quiet day, or of an erased link', async () => {
      const { live } = await open();
      await live.add({ partition: 0, from: 0, to: 1, additions: [additionOf(1)] });
      expect(await live.read({ ...LINK, workspaceId: 'ws_2' }, [TODAY])).toEqual([]);
      expect(await live.read(LINK, [YESTERDAY])).toEqual([]);
      await live.erase(LINK.linkId);
      expect(await live.read(LINK, [TODAY])).toEqual([]);
    });

    it('hand out copies that a reader may change', async () => {
      const { live } = await open();
      await live.add({ partition: 0, from: 0, to: 1, additions: [additionOf(1)] });
      (await live.read(LINK, [TODAY]))[0]?.by.geo.clear();
      expect((await live.read(LINK, [TODAY]))[0]?.by.geo.get('AT')).toBe(1);
    });

    it('keep keys that look like anything, as a referrer may', async () => {
      const { live } = await open();
      const hosts = ['__proto__', 'a"b\\c', 'ünï.example', 'x\ny', '0', 'true'];
      await live.add({ partition: 0, from: 0, to: 1, additions: [additionOf(6, {}, hosts)] });
      const [day] = await live.read(LINK, [TODAY]);
      expect(new Set(day?.by.referrer.keys())).toEqual(new Set(hosts));
    });

    it('come to what memory comes to, for any order of batches, repeats, seeds and erasures', async () => {
      const step = fc.record({
        kind: fc.constantFrom('add', 'add', 'add', 'repeat', 'stale', 'seed', 'erase'),
        partition: fc.integer({ min: 0, max: 2 }),
        links: fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 4 }),
        humans: fc.integer({ min: 1, max: 9 }),
        day: fc.constantFrom(TODAY, YESTERDAY),
      });
      await fc.assert(
        fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
          const both = [await make({ time: NOON, now: () => NOON }), memoryAt(NOON)];
          const applied = async (live: LiveClicks) => {
            const outcomes: unknown[] = [];
            for (const [index, { kind, partition, links, humans, day }] of steps.entries()) {
              const additions = links.map((link) =>
                additionOf(humans, { linkId: `lnk_${link}`, day }, [`site-${index % 7}.example`]),
              );
              const from = (await live.position(partition)) ?? 0;
              const batch = { partition, from: kind === 'stale' ? from + 1 : from, to: from + 10, additions };
              if (kind === 'seed') await live.seed({ partition, position: from, additions });
              else if (kind === 'erase') await live.erase(`lnk_${links[0] ?? 0}`);
              else outcomes.push(await live.add(batch));
              if (kind === 'repeat') outcomes.push(await live.add(batch));
            }
            const read = [0, 1, 2, 3].map((link) =>
              live.read({ workspaceId: LINK.workspaceId, linkId: `lnk_${link}` }, [TODAY, YESTERDAY]),
            );
            return { outcomes, days: (await Promise.all(read)).map(sorted) };
          };
          const [ours, memory] = await Promise.all(both.map(applied));
          expect(ours).toEqual(memory);
        }),
        propertyRuns(60),
      );
    });
  });
}

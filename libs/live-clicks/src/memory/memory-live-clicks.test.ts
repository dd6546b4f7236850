// Tests that need no store; tests of all adapters are in tests/stores/live-clicks.

import type { LiveAddition } from '../port/live-clicks';
import { emptyLiveDay } from '../port/sum-live-days';
import { makeMemoryLiveClicks } from './memory-live-clicks';

const NOON = Date.parse('2026-03-02T12:00:00Z');
const LINK = { workspaceId: 'ws_1', linkId: 'lnk_1' };
const TODAY = '2026-03-02';

function addition(humans: number, change: Partial<LiveAddition> = {}, hosts = ['~direct']): LiveAddition {
  const day = { ...emptyLiveDay(TODAY), ...LINK, requests: humans + 1, bots: 1, qr: 0 };
  day.humansByHour[12] = humans;
  day.by.geo.set('AT', humans);
  for (const host of hosts) day.by.referrer.set(host, humans / hosts.length);
  return { ...day, ...change };
}

async function liveAt(start: number) {
  const clock = { time: start, now: () => clock.time };
  const live = makeMemoryLiveClicks({ clock });
  await live.seed({ partition: 0, position: 0, additions: [] });
  return { clock, live };
}

describe('live counts in memory', () => {
  it('add a batch only at the position where it begins, so that none counts twice', async () => {
    const { live } = await liveAt(NOON);
    const batch = { partition: 0, from: 0, to: 10, additions: [addition(2)] };
    await live.add(batch);
    await live.add(batch);
    await live.add({ partition: 1, from: 0, to: 5, additions: [addition(40)] });
    await live.add({ partition: 0, from: 10, to: 20, additions: [addition(3)] });
    const [day] = await live.read(LINK, [TODAY]);
    expect(day).toMatchObject({ day: TODAY, requests: 7, bots: 2, qr: 0 });
    expect(day?.humansByHour[12]).toBe(5);
    expect(day?.by.geo.get('AT')).toBe(5);
  });

  it('keep yesterday and a day that a clock ahead has begun, nothing older, and forget as days pass', async () => {
    const { live, clock } = await liveAt(NOON);
    const days = ['2026-02-28', '2026-03-01', TODAY, '2026-03-03', '2026-03-04'];
    const additions = days.map((day) => addition(1, { day }));
    await live.add({ partition: 0, from: 0, to: 1, additions });
    const kept = async () => (await live.read(LINK, days)).map(({ day }) => day);
    expect(await kept()).toEqual(['2026-03-01', TODAY, '2026-03-03']);
    clock.time += 86_400_000;
    expect(await kept()).toEqual([TODAY, '2026-03-03']);
    await live.add({ partition: 0, from: 1, to: 2, additions: [] });
    clock.time -= 86_400_000;
    expect(await kept()).toEqual([TODAY, '2026-03-03']);
  });

  it.each([199, 200, 201, 500])('name at most 200 of %i referrer hosts and lose no human', async (hosts) => {
    const { live } = await liveAt(NOON);
    const names = Array.from({ length: hosts }, (_, index) => `site-${index}.example`);
    await live.add({ partition: 0, from: 0, to: 1, additions: [addition(hosts, {}, names)] });
    await live.add({ partition: 0, from: 1, to: 2, additions: [addition(1, {}, ['site-0.example'])] });
    const referrer = (await live.read(LINK, [TODAY]))[0]?.by.referrer ?? new Map<string, number>();
    expect([...referrer.keys()].filter((host) => !host.startsWith('~'))).toHaveLength(Math.min(hosts, 200));
    expect(referrer.get('~other') ?? 0).toBe(Math.max(0, hosts - 200));
    expect([...referrer.values()].reduce((sum, humans) => sum + humans, 0)).toBe(hosts + 1);
    expect(referrer.get('site-0.example')).toBe(2);
  });
});

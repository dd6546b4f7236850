import { startClickHouse, type TestClickHouse } from '@kurz/backends';
import { openClickHouse, type ClickHouse } from '@kurz/click-tables';
import { readStoredClicks, type StoredScope } from '../../../services/api/src/stats/read-stored-clicks';
import { writePlan, type PlanToWrite } from './write-plan';

const TODAY = '2026-03-15';
const YESTERDAY = '2026-03-14';
const NO_SIGNAL = new AbortController().signal;

describe('what stats read from ClickHouse', () => {
  let server: TestClickHouse;
  let clickHouse: ClickHouse;
  let links = 0;

  /** A new link for each test. */
  const newLink = () => ({ workspaceId: 'ws_1', linkId: `lnk_${++links}` });
  const read = (link: { workspaceId: string; linkId: string }, scope: Partial<StoredScope> = {}) =>
    readStoredClicks(
      clickHouse,
      {
        ...link,
        first: '2026-02-14',
        last: TODAY,
        today: TODAY,
        yesterday: YESTERDAY,
        hoursFrom: Date.parse('2026-03-14T03:00:00Z'),
        progress: [
          { partition: 0, position: 1_000 },
          { partition: 7, position: 2_000 },
        ],
        ...scope,
      },
      NO_SIGNAL,
    );
  const write = (plan: PlanToWrite) => writePlan(clickHouse, plan);

  beforeAll(async () => {
    server = await startClickHouse();
    clickHouse = openClickHouse(server.options);
    // by the real clock, the TTL would remove the hours of the tests' yesterday
    await clickHouse.client.command({ query: 'ALTER TABLE kurz.clicks_hourly REMOVE TTL' });
  });
  afterAll(async () => {
    await clickHouse.close();
    await server.close();
  });

  it('sums the plans of all partitions by day, by key and by hour', async () => {
    const link = newLink();
    await write({ ...link, planFrom: 10, hours: [{ at: '2026-03-01T12', requests: 5, bots: 2, qr: 1 }] });
    await write({ ...link, planFrom: 20, hours: [{ at: '2026-03-14T12', requests: 4 }] });
    await write({
      ...link,
      partition: 7,
      planFrom: 20,
      hours: [{ at: '2026-03-14T12', requests: 2, bots: 1 }],
    });
    await write({
      ...link,
      planFrom: 30,
      hours: [{ at: '2026-03-15T01', requests: 8, qr: 3, by: { geo: { FR: 8 } } }],
    });
    const stored = await read(link);
    expect(Object.fromEntries(stored.days)).toEqual({
      '2026-03-01': { requests: 5, bots: 2, qr: 1 },
      '2026-03-14': { requests: 6, bots: 1, qr: 0 },
      '2026-03-15': { requests: 8, bots: 0, qr: 3 },
    });
    const geo = stored.keys.filter(({ dimension }) => dimension === 'geo');
    expect(geo.sort((a, b) => (a.key < b.key ? -1 : 1))).toEqual([
      { dimension: 'geo', key: 'DE', older: 3, yesterday: 5, today: 0 },
      { dimension: 'geo', key: 'FR', older: 0, yesterday: 0, today: 8 },
    ]);
    expect([...stored.hours]).toEqual(
      expect.arrayContaining([
        [Date.parse('2026-03-14T12:00:00Z'), 5],
        [Date.parse('2026-03-15T01:00:00Z'), 8],
      ]),
    );
    expect(stored.hours.size).toBe(2);
  });

  it('counts a plan that was written again once', async () => {
    const link = newLink();
    const plan = { ...link, planFrom: 10, hours: [{ at: '2026-03-15T01', requests: 8, bots: 1 }] };
    for (let time = 0; time < 3; time++) await write(plan);
    const stored = await read(link);
    expect(stored.days.get(TODAY)).toEqual({ requests: 8, bots: 1, qr: 0 });
    expect(stored.keys.map(({ today }) => today)).toEqual([7, 7, 7, 7, 7, 7]);
    expect([...stored.hours.values()]).toEqual([7]);
  });

  it('does not show the rows of a plan that has not been finished, nor of a partition nothing is known of', async () => {
    const link = newLink();
    await write({ ...link, planFrom: 999, hours: [{ at: '2026-03-15T01', requests: 1 }] });
    await write({ ...link, planFrom: 1_000, hours: [{ at: '2026-03-15T01', requests: 10 }] });
    await write({ ...link, partition: 7, planFrom: 1_999, hours: [{ at: '2026-03-15T01', requests: 100 }] });
    await write({
      ...link,
      partition: 7,
      planFrom: 2_000,
      hours: [{ at: '2026-03-15T01', requests: 1_000 }],
    });
    await write({ ...link, partition: 1, planFrom: 0, hours: [{ at: '2026-03-15T01', requests: 10_000 }] });
    const stored = await read(link);
    expect(stored.days.get(TODAY)?.requests).toBe(101);
    expect(stored.keys.map(({ today }) => today)).toEqual([101, 101, 101, 101, 101, 101]);
    expect([...stored.hours.values()]).toEqual([101]);
    expect(await read(link, { progress: [] })).toEqual({ days: new Map(), keys: [], hours: new Map() });
  });

  it('keeps to the link, the workspace and the window', async () => {
    const link = newLink();
    const hour = { at: '2026-02-13T23', requests: 1 };
    await write({ ...link, planFrom: 1, hours: [hour, { ...hour, at: '2026-02-14T00' }] });
    await write({ ...link, workspaceId: 'ws_2', planFrom: 2, hours: [{ ...hour, at: '2026-02-15T00' }] });
    await write({ ...newLink(), planFrom: 3, hours: [{ ...hour, at: '2026-02-16T00' }] });
    expect([...(await read(link)).days.keys()]).toEqual(['2026-02-14']);
  });

  it('reads neither hours nor recent days for a historical window, and nothing for one that is empty', async () => {
    const link = newLink();
    await write({ ...link, planFrom: 1, hours: [{ at: '2026-03-01T12', requests: 5 }] });
    await write({ ...link, planFrom: 2, hours: [{ at: '2026-03-15T01', requests: 5 }] });
    const historical = await read(link, { last: '2026-03-10', hoursFrom: undefined });
    expect([...historical.days.keys()]).toEqual(['2026-03-01']);
    expect(historical.hours.size).toBe(0);
    const empty = await read(link, { first: '2026-03-01', last: '0000-01-31', hoursFrom: undefined });
    expect([empty.days.size, empty.keys.length]).toEqual([0, 0]);
  });

  it('knows today and yesterday also where the window holds neither or one, for the sake of the hours', async () => {
    const link = newLink();
    await write({ ...link, planFrom: 1, hours: [{ at: '2026-03-14T12', requests: 5 }] });
    await write({ ...link, planFrom: 2, hours: [{ at: '2026-03-15T01', requests: 6 }] });
    const stored = await read(link, { first: YESTERDAY, last: YESTERDAY });
    expect(stored.days.get(TODAY)?.requests).toBe(6);
    expect(stored.keys.every(({ yesterday, today }) => yesterday === 5 && today === 0)).toBe(true);
  });

  it('takes keys as text, whatever characters they hold', async () => {
    const link = { workspaceId: 'ws_1', linkId: `lnk_'"\\` };
    const referrer = { [`a'b"c\\d.example`]: 1, 'münchen.example': 2 };
    await write({ ...link, planFrom: 1, hours: [{ at: '2026-03-15T01', requests: 3, by: { referrer } }] });
    const { keys } = await read(link);
    const found = keys
      .filter(({ dimension }) => dimension === 'referrer')
      .map(({ key, today }) => [key, today]);
    expect(Object.fromEntries(found)).toEqual(referrer);
  });

  it('gives up when the signal ends the wait for a server that is frozen', async () => {
    const link = newLink();
    const scope = {
      ...link,
      first: TODAY,
      last: TODAY,
      today: TODAY,
      yesterday: YESTERDAY,
      hoursFrom: undefined,
    };
    server.freeze();
    try {
      const reading = readStoredClicks(clickHouse, { ...scope, progress: [] }, AbortSignal.timeout(100));
      await expect(reading).rejects.toThrow(/abort/i);
    } finally {
      server.thaw();
    }
  });
});

// The stats of a tag are the sums of its links' stats, whatever was written and however the links were tagged.

import fc from 'fast-check';
import { CLICK_DIMENSIONS, eachDimension } from '@kurz/click-event';
import { readOnPrimary } from '../../../services/api/src/replica/read-fresh';
import { ANALYTICS_CONFIG } from '../../../services/api/src/analytics/query-analytics';
import type { KeyValueList, LinkStats } from '../../../services/api/src/stats/link-stats';
import { makeReadTagStats } from '../../../services/api/src/stats/read-tag-stats';
import type { StatsLink } from '../../../services/api/src/stats/stats-of';
import { startStats, windowFor, WORKSPACE, type StatsWorld } from './start-stats';
import { writePlan } from './write-plan';
import { propertyRuns } from '../../property-runs';

const POSITION = 100;
const LINKS = 6;

let world: StatsWorld;
let links: StatsLink[];
beforeAll(async () => {
  world = await startStats();
  await world.setProgress({ position: POSITION, consolidatedUntil: '2026-03-15T02:00:00Z' });
  links = [];
  for (let made = 0; made < LINKS; made++) links.push(await world.addLink());
});
afterAll(() => world.close());

const TABLES = ['clicks_hourly', 'clicks_daily', 'clicks_daily_by'];
let tags = 0;

/** Adds a tag to these links. Resolves with the tag's key. */
async function addTag(tagged: readonly StatsLink[]): Promise<string> {
  const key = `tag ${++tags}`;
  const row = { id: `tag_${tags}`, workspace_id: WORKSPACE, name: key.toUpperCase(), name_key: key };
  await world.db.insertInto('tags').values(row).execute();
  for (const { id } of tagged) {
    const given = { link_id: id, tag_id: row.id };
    await world.db.insertInto('link_tags').values(given).execute();
  }
  return key;
}

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

function sumOfLists(lists: readonly KeyValueList[]): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const { k, v } of lists.flat()) sums[k] = (sums[k] ?? 0) + v;
  return sums;
}

const LISTS = ['geo', 'referrers', 'devices', 'browsers', 'os', 'languages'] as const;
type Summed = Omit<LinkStats, 'slug' | 'zoneDomain'>;

/** The parts of stats that can be added up, for one link or many. */
function summaryOf(stats: readonly Summed[]) {
  const [first] = stats;
  return {
    totals: ['human', 'bots', 'requests', 'qr', 'click'].map((name) =>
      sumOf(stats.map(({ totals }) => Object.entries(totals).find(([field]) => field === name)?.[1] ?? 0)),
    ),
    total: sumOf(stats.map(({ allTime }) => allTime.total)),
    days: sumOfLists(stats.map(({ series }) => series.map(({ date, n }) => ({ k: date, v: n })))),
    botDays: sumOfLists(stats.map(({ series }) => series.map(({ date, b }) => ({ k: date, v: b })))),
    hours: (first?.hourly.buckets ?? []).map((_, hour) =>
      sumOf(stats.map(({ hourly }) => hourly.buckets[hour] ?? 0)),
    ),
    lists: Object.fromEntries(LISTS.map((list) => [list, sumOfLists(stats.map((one) => one[list]))])),
    scans: sumOf(stats.map(({ source }) => source.qr)),
  };
}

const DAYS = ['2025-12-31', '2026-02-13', '2026-02-14', '2026-03-13', '2026-03-14', '2026-03-15'];
const keys = fc.dictionary(fc.constantFrom('a', 'b', 'c', '~other'), fc.integer({ min: 1, max: 3 }));
const hour = fc
  .record({
    day: fc.constantFrom(...DAYS),
    hour: fc.constantFrom('00', '02', '23'),
    humans: fc.integer({ min: 12, max: 20 }),
    bots: fc.nat(5),
    qr: fc.nat(9),
    by: fc.record(eachDimension(() => keys)),
  })
  .map(({ day, hour: at, humans, bots, qr, by }) => ({
    ...{ at: `${day}T${at}`, requests: humans + bots, bots, qr, by },
  }));
const plans = fc.array(
  fc.record({
    link: fc.nat(LINKS - 1),
    hour,
    isFinished: fc.constantFrom(true, true, true, false),
    times: fc.constantFrom(1, 1, 2),
  }),
  { maxLength: 12 },
);
const tagged = fc.subarray([...Array(LINKS).keys()]);
const queries = fc.constantFrom<Record<string, string>>(
  {},
  { from: '2025-12-01' },
  { from: '2026-02-13', to: '2026-02-13' },
  { to: '2026-03-14' },
);

test('a tag has the sums of its links, in every window', async () => {
  // variants are left out, because those of two links are unrelated
  expect(CLICK_DIMENSIONS.filter((dimension) => dimension !== 'variant')).toHaveLength(LISTS.length);
  const readLink = world.readerWith(ANALYTICS_CONFIG);
  const readTag = makeReadTagStats({ readFresh: readOnPrimary(world.db), queryAnalytics: world.ask });
  const property = fc.asyncProperty(plans, tagged, queries, async (written, indexes, query) => {
    for (const table of TABLES)
      await world.clickHouse.client.command({ query: `TRUNCATE TABLE kurz.${table}` });
    for (const [index, { link, hour: counted, isFinished, times }] of written.entries()) {
      const { id: linkId = '' } = links[link] ?? {};
      const plan = {
        workspaceId: WORKSPACE,
        linkId,
        partition: 0,
        planFrom: index + (isFinished ? 0 : POSITION),
        hours: [counted],
      };
      for (let time = 0; time < times; time++) await writePlan(world.clickHouse, plan);
    }
    const chosen = links.filter((_, index) => indexes.includes(index));
    const key = await addTag(chosen);
    const window = windowFor(query);
    const outcome = await readTag({ workspaceId: WORKSPACE, key, window });
    if (outcome.kind !== 'stats') throw new Error(outcome.kind);
    const each: LinkStats[] = [];
    for (const link of chosen) {
      const one = await readLink({ link, window });
      if (one.kind !== 'stats') throw new Error(one.kind);
      each.push(one.stats);
    }
    expect(outcome.stats).toMatchObject({ tag: key.toUpperCase(), links: chosen.length });
    if (each.length > 0) expect(summaryOf([outcome.stats])).toEqual(summaryOf(each));
    else expect(outcome.stats.totals.requests).toBe(0);
    const scanned = outcome.scans.reduce((sum, { n }) => sum + n, 0);
    expect(scanned).toBe(outcome.stats.totals.qr);
  });
  await fc.assert(property, propertyRuns(10));
});

test('many referrers are folded where they are, and their sum stays', async () => {
  const readTag = makeReadTagStats({ readFresh: readOnPrimary(world.db), queryAnalytics: world.ask });
  for (const table of TABLES)
    await world.clickHouse.client.command({ query: `TRUNCATE TABLE kurz.${table}` });
  const [one, two] = links;
  if (!one || !two) throw new Error('there are no links');
  const referrers = (from: number, count: number, humans: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`host-${from + index}.example`, humans]));
  const plan = (linkId: string, by: Record<string, number>, planFrom: number) => {
    const requests = Object.values(by).reduce((sum, humans) => sum + humans, 0);
    const hours = [{ at: '2026-03-10T10', requests, by: { referrer: by } }];
    return writePlan(world.clickHouse, { workspaceId: WORKSPACE, linkId, planFrom, hours });
  };
  await plan(one.id, { ...referrers(0, 1_800, 1), ...referrers(5_000, 300, 7) }, 1);
  await plan(two.id, { ...referrers(1_000, 1_800, 1), '~other': 5 }, 2);
  const key = await addTag([one, two]);
  const outcome = await readTag({ workspaceId: WORKSPACE, key, window: windowFor() });
  if (outcome.kind !== 'stats') throw new Error(outcome.kind);
  const { referrers: list, totals } = outcome.stats;
  expect(list).toHaveLength(1_000);
  expect(list.reduce((sum, { v }) => sum + v, 0)).toBe(totals.human);
  expect(totals.human).toBe(1_800 + 2_100 + 1_800 + 5);
  expect(list.filter(({ v }) => v === 7)).toHaveLength(300);
  // hosts with visits of both links
  expect(list.filter(({ k, v }) => v === 2 && k !== '~other')).toHaveLength(999 - 300);
});

test('a tag without links has zeros, and no tag is unknown', async () => {
  const readTag = makeReadTagStats({ readFresh: readOnPrimary(world.db), queryAnalytics: world.ask });
  const key = await addTag([]);
  const window = windowFor();
  const outcome = await readTag({ workspaceId: WORKSPACE, key, window });
  expect(outcome).toMatchObject({
    kind: 'stats',
    stats: { links: 0, allTime: { total: 0, preTracking: 0 }, totals: { requests: 0 }, series: [] },
    scans: [],
  });
  expect(await readTag({ workspaceId: WORKSPACE, key: 'none', window })).toEqual({ kind: 'unknown' });
  expect(await readTag({ workspaceId: 'ws_other', key, window })).toEqual({ kind: 'unknown' });
});

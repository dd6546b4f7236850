// Aggregating: sums, the calendar, and the same rows for the same visits in any order.
import fc from 'fast-check';

import type { ClassifiedVisit } from '@kurz/visitor-facts';
import { asLists, aggregateVisits } from './aggregate-fixture';
import type { LinkDayCounts } from './link-day-counts';

const visit: ClassifiedVisit = {
  time: Date.UTC(2026, 4, 17, 10, 5, 3),
  workspaceId: 'ws_1',
  linkId: 'lnk_1',
  isBot: false,
  isScan: false,
  geo: 'DE',
  referrer: '~direct',
  device: 'mobile',
  browser: 'Chrome',
  os: 'Android',
  language: 'de',
};

const visits = fc.array(
  fc.record({
    time: fc.integer({ min: Date.UTC(2026, 11, 30), max: Date.UTC(2027, 0, 2) }),
    workspaceId: fc.constantFrom('ws_1', 'ws_2', 'ws_10'),
    linkId: fc.constantFrom('lnk_a', 'lnk_B', 'lnk_ä'),
    isBot: fc.boolean(),
    isScan: fc.boolean(),
    geo: fc.constantFrom('DE', 'US', 'unknown'),
    referrer: fc.constantFrom('~direct', '~other', 'a.example', 'Z.example', 'é.example', '__proto__'),
    device: fc.constantFrom('mobile', 'desktop'),
    browser: fc.constantFrom('Chrome', 'other'),
    os: fc.constantFrom('Android', 'iOS'),
    language: fc.constantFrom('de', '~other'),
  }),
  { maxLength: 60 },
);

// Maps compare without order in Jest; written out, the order counts too.
const written = (rows: LinkDayCounts[]): string => JSON.stringify(rows.map(asLists));

const sum = (numbers: Iterable<number>): number => [...numbers].reduce((total, each) => total + each, 0);

test('no visits aggregate to no rows', () => {
  expect(aggregateVisits([])).toEqual([]);
});

test('requests, bots and human scans of a link and day are counted once, families of humans only', () => {
  const [row, ...more] = aggregateVisits([
    visit,
    { ...visit, isScan: true, geo: 'US', referrer: 'a.example' },
    { ...visit, isBot: true, geo: 'FR' },
    { ...visit, isBot: true, isScan: true, geo: 'FR' },
  ]);
  expect(more).toEqual([]);
  expect(row).toMatchObject({
    workspaceId: 'ws_1',
    linkId: 'lnk_1',
    day: '2026-05-17',
    requests: 4,
    bots: 2,
    qr: 1,
  });
  expect(row?.byHour).toEqual([{ hour: 10, requests: 4, bots: 2, qr: 1 }]);
  expect(row && asLists(row).by).toEqual({
    geo: [
      ['DE', 1],
      ['US', 1],
    ],
    referrer: [
      ['a.example', 1],
      ['~direct', 1],
    ],
    device: [['mobile', 2]],
    browser: [['Chrome', 2]],
    os: [['Android', 2]],
    language: [['de', 2]],
    variant: [],
  });
});

test('the variants of a link that is split sum to its humans, and a link that is not has none', () => {
  const split = { ...visit, linkId: 'lnk_split' };
  const [plain, row] = aggregateVisits([
    { ...visit, linkId: 'lnk_plain' },
    { ...split, variant: '2' },
    { ...split, variant: 'rule' },
    { ...split, variant: '2', isScan: true },
    { ...split, variant: '1', isBot: true },
  ]);
  expect(plain && asLists(plain).by['variant']).toEqual([]);
  expect(row && asLists(row).by['variant']).toEqual([
    ['2', 2],
    ['rule', 1],
  ]);
  expect(row && row.requests - row.bots).toBe(3);
});

test('rows and keys stand in code-unit order', () => {
  const rows = aggregateVisits([
    { ...visit, workspaceId: 'ws_2', linkId: 'a' },
    { ...visit, linkId: 'b' },
    { ...visit, linkId: 'b', time: visit.time - 86_400_000 },
    { ...visit, linkId: 'B', referrer: 'z.example' },
    { ...visit, linkId: 'B', referrer: 'é.example' },
    { ...visit, linkId: 'B', referrer: 'Z.example' },
  ]);
  expect(rows.map(({ workspaceId, linkId, day }) => [workspaceId, linkId, day])).toEqual([
    ['ws_1', 'B', '2026-05-17'],
    ['ws_1', 'b', '2026-05-16'],
    ['ws_1', 'b', '2026-05-17'],
    ['ws_2', 'a', '2026-05-17'],
  ]);
  expect([...(rows[0]?.by.referrer.keys() ?? [])]).toEqual(['Z.example', 'z.example', 'é.example']);
});

test('the same link id in two workspaces is two links', () => {
  expect(aggregateVisits([visit, { ...visit, workspaceId: 'ws_2' }])).toHaveLength(2);
});

test.each([
  ['the last millisecond of a year', Date.UTC(2026, 11, 31, 23, 59, 59, 999), '2026-12-31', 23],
  ['the first of the next', Date.UTC(2027, 0, 1), '2027-01-01', 0],
  ['a leap day', Date.UTC(2028, 1, 29, 23, 59), '2028-02-29', 23],
  ['the day after it', Date.UTC(2028, 2, 1), '2028-03-01', 0],
  ['no leap day in 2100', Date.UTC(2100, 1, 28, 23, 59, 59, 999) + 1, '2100-03-01', 0],
  ['a leap day in 2000', Date.UTC(2000, 1, 29, 12), '2000-02-29', 12],
  ['an hour that Berlin skips', Date.UTC(2026, 2, 29, 1, 30), '2026-03-29', 1],
  ['a fraction of a millisecond', Date.UTC(2026, 0, 1) - 0.5, '2025-12-31', 23],
  ['the epoch', 0, '1970-01-01', 0],
  ['a time before 1970', -1, '1970-01-01', 0],
  ['no time', Number.NaN, '1970-01-01', 0],
  ['the last hour that the tables can hold', Date.UTC(2105, 11, 31, 23, 59), '2105-12-31', 23],
  ['a time after it', Date.UTC(2106, 0, 1), '2105-12-31', 23],
  ['no end', Number.POSITIVE_INFINITY, '2105-12-31', 23],
])('%s falls into its UTC day and hour', (_, time, day, hour) => {
  const [row] = aggregateVisits([{ ...visit, time }]);
  expect(row?.day).toBe(day);
  expect(row?.byHour).toEqual([expect.objectContaining({ hour, requests: 1 })]);
});

test('the same visits in any order aggregate to the same rows in the same order', () => {
  fc.assert(
    fc.property(
      visits.chain((some) =>
        fc.tuple(
          fc.constant(some),
          fc.shuffledSubarray(some, { minLength: some.length, maxLength: some.length }),
        ),
      ),
      ([some, shuffled]) => {
        expect(written(aggregateVisits(shuffled))).toBe(written(aggregateVisits(some)));
      },
    ),
    { seed: 1 },
  );
});

test('nothing is lost: rows sum to the visits, hours to the day, each dimension to the humans', () => {
  fc.assert(
    fc.property(visits, (some) => {
      const rows = aggregateVisits(some);
      expect(sum(rows.map(({ requests }) => requests))).toBe(some.length);
      expect(sum(rows.map(({ bots }) => bots))).toBe(some.filter(({ isBot }) => isBot).length);
      expect(sum(rows.map(({ qr }) => qr))).toBe(some.filter(({ isBot, isScan }) => isScan && !isBot).length);
      for (const row of rows) {
        for (const figure of ['requests', 'bots', 'qr'] as const) {
          expect(sum(row.byHour.map((hour) => hour[figure]))).toBe(row[figure]);
        }
        const { variant, ...others } = row.by;
        expect(variant.size).toBe(0);
        for (const counts of Object.values(others))
          expect(sum([...counts].map(([, humans]) => humans))).toBe(row.requests - row.bots);
      }
    }),
    { seed: 1 },
  );
});

test('the visits of a day are in the row that a calendar would put them into', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Date.UTC(2105, 11, 31, 23) }), (time) => {
      const [row] = aggregateVisits([{ ...visit, time }]);
      expect(row?.day).toBe(new Date(time).toISOString().slice(0, 10));
      expect(row?.byHour.map(({ hour }) => hour)).toEqual([new Date(time).getUTCHours()]);
    }),
    { seed: 1 },
  );
});

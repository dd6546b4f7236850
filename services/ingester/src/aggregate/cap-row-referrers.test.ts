// The cardinality cap of referrers: which hosts are admitted, what becomes of the rest, and that a replay decides the
// same.
import fc from 'fast-check';

import { capRowReferrers } from './cap-row-referrers';
import type { LinkDayCounts } from './link-day-counts';

type Admitted = Map<string, Set<string>>;

function row(linkId: string, day: string, referrers: [string, number][]): LinkDayCounts {
  const humans = referrers.reduce((total, [, count]) => total + count, 0);
  return {
    workspaceId: 'ws_1',
    linkId,
    day,
    requests: humans + 1,
    bots: 1,
    qr: 0,
    byHour: [],
    by: {
      geo: new Map([['DE', humans]]),
      referrer: new Map(referrers),
      device: new Map(),
      browser: new Map(),
      os: new Map(),
      language: new Map(),
      variant: new Map(),
    },
  };
}

/** What the ingester keeps: a set for each link and day. */
function lookIn(sets: Admitted): (linkId: string, day: string) => Set<string> {
  return (linkId, day) => {
    const key = `${linkId} ${day}`;
    const set = sets.get(key) ?? new Set<string>();
    sets.set(key, set);
    return set;
  };
}

const copyOf = (sets: Admitted): Admitted => new Map([...sets].map(([key, set]) => [key, new Set(set)]));
const referrersOf = (rows: LinkDayCounts[]): [string, number][][] => rows.map(({ by }) => [...by.referrer]);

const humansOf = (counts: Iterable<[string, number]>) => [...counts].map(([, humans]) => humans);

const host = fc.constantFrom(
  '~direct',
  '~other',
  ...'abcdefghij'.split('').map((letter) => `${letter}.example`),
);
const batch = fc
  .uniqueArray(
    fc.tuple(
      fc.constantFrom('lnk_1', 'lnk_2'),
      fc.constantFrom('2026-05-17', '2026-05-18'),
      fc.uniqueArray(fc.tuple(host, fc.integer({ min: 1, max: 5 })), { selector: ([name]) => name }),
    ),
    { selector: ([linkId, day]) => `${linkId} ${day}` },
  )
  .map((rows) => rows.map(([linkId, day, referrers]) => row(linkId, day, referrers)));
const cap = fc.integer({ min: 0, max: 6 });

test('hosts are let in by their order until the cap is reached, the rest is ~other', () => {
  const sets: Admitted = new Map();
  const aggregated = [
    row('lnk_1', '2026-05-17', [
      ['c.example', 1],
      ['a.example', 2],
      ['~direct', 4],
      ['b.example', 8],
    ]),
  ];
  expect(referrersOf(capRowReferrers(aggregated, lookIn(sets), 2))).toEqual([
    [
      ['a.example', 2],
      ['b.example', 8],
      ['~direct', 4],
      ['~other', 1],
    ],
  ]);
  expect(sets.get('lnk_1 2026-05-17')).toEqual(new Set(['a.example', 'b.example']));
});

test('a host that is in stays in when the cap is reached, or was lowered', () => {
  const sets: Admitted = new Map([['lnk_1 2026-05-17', new Set(['x.example', 'y.example'])]]);
  const aggregated = [
    row('lnk_1', '2026-05-17', [
      ['a.example', 1],
      ['x.example', 2],
      ['y.example', 3],
    ]),
  ];
  expect(referrersOf(capRowReferrers(aggregated, lookIn(sets), 1))).toEqual([
    [
      ['x.example', 2],
      ['y.example', 3],
      ['~other', 1],
    ],
  ]);
});

test('~direct and ~other take no place under the cap', () => {
  const sets: Admitted = new Map();
  const sentinels: [string, number][] = [
    ['~direct', 1],
    ['~other', 2],
  ];
  capRowReferrers([row('lnk_1', '2026-05-17', sentinels)], lookIn(sets), 1);
  const later = capRowReferrers(
    [row('lnk_1', '2026-05-17', [['a.example', 4], ...sentinels])],
    lookIn(sets),
    1,
  );
  expect(referrersOf(later)).toEqual([[['a.example', 4], ...sentinels]]);
});

test('each link and day has a cap of its own, 200 by default', () => {
  const hosts = Array.from({ length: 201 }, (_, index): [string, number] => [`${1000 + index}.example`, 1]);
  const rows = capRowReferrers(
    [row('lnk_1', '2026-05-17', hosts), row('lnk_1', '2026-05-18', hosts), row('lnk_2', '2026-05-17', hosts)],
    lookIn(new Map()),
  );
  for (const { by } of rows) {
    expect(by.referrer.size).toBe(201);
    expect(new Map(by.referrer).get('~other')).toBe(1);
    expect([...by.referrer.keys()]).not.toContain('1200.example');
  }
});

test('nothing but the referrers changes, and the rows that came in stay as they were', () => {
  const aggregated = [
    row('lnk_1', '2026-05-17', [
      ['a.example', 1],
      ['b.example', 2],
    ]),
  ];
  const before = structuredClone(aggregated);
  const [after] = capRowReferrers(aggregated, lookIn(new Map()), 1);
  expect(aggregated).toEqual(before);
  expect({ ...after, by: { ...after?.by, referrer: undefined } }).toEqual({
    ...before[0],
    by: { ...before[0]?.by, referrer: undefined },
  });
});

test('a replay with what the first run and later batches admitted gives the very same rows', () => {
  fc.assert(
    fc.property(fc.array(batch, { minLength: 1, maxLength: 4 }), cap, (batches, limit) => {
      const sets: Admitted = new Map();
      const first = batches.map((rows) =>
        JSON.stringify(referrersOf(capRowReferrers(rows, lookIn(sets), limit))),
      );
      const again = batches.map((rows) =>
        JSON.stringify(referrersOf(capRowReferrers(rows, lookIn(copyOf(sets)), limit))),
      );
      expect(again).toEqual(first);
    }),
    { seed: 1 },
  );
});

test('the humans of a row are preserved, and never more hosts than the cap are named in a link and day', () => {
  fc.assert(
    fc.property(fc.array(batch, { maxLength: 4 }), cap, (batches, limit) => {
      const sets: Admitted = new Map();
      const named: Admitted = new Map();
      for (const rows of batches) {
        for (const [index, { linkId, day, by }] of capRowReferrers(rows, lookIn(sets), limit).entries()) {
          const total = (counts: Iterable<number>): number =>
            [...counts].reduce((sum, each) => sum + each, 0);
          expect(total(humansOf(by.referrer))).toBe(total(humansOf(rows[index]?.by.referrer ?? [])));
          for (const key of by.referrer.keys()) if (!key.startsWith('~')) lookIn(named)(linkId, day).add(key);
        }
      }
      for (const hosts of named.values()) expect(hosts.size).toBeLessThanOrEqual(limit);
      for (const set of sets.values()) expect(set.size).toBeLessThanOrEqual(limit);
    }),
    { seed: 1 },
  );
});

// Compares aggregation with a plain, slow one. An intent that one version wrote and another writes again must replace
// itself, so the rows must be the same to the byte, including the order of keys.
import { CLICK_DIMENSIONS, type ClickDimension } from '@kurz/click-event';
import fc from 'fast-check';

import type { ClassifiedVisit } from '@kurz/visitor-facts';
import { rowsOf } from '../sinks/clickhouse/rows-of';
import { dayNumberOf, hourOf } from './day-of';
import { asLists, aggregateVisits } from './aggregate-fixture';
import type { LinkDayCounts } from './link-day-counts';
import { inCodeUnitOrder } from './in-code-unit-order';

function countsOf(visits: readonly ClassifiedVisit[]) {
  const bots = visits.filter(({ isBot }) => isBot).length;
  return { requests: visits.length, bots, qr: visits.filter(({ isBot, isScan }) => isScan && !isBot).length };
}

function keysOf(visits: readonly ClassifiedVisit[], dimension: ClickDimension) {
  const humans = visits.filter(({ isBot }) => !isBot).flatMap((visit) => visit[dimension] ?? []);
  const keys = [...new Set(humans)].sort(inCodeUnitOrder);
  return new Map(keys.map((key) => [key, humans.filter((each) => each === key).length]));
}

function aggregatePlainly(visits: readonly ClassifiedVisit[]): LinkDayCounts[] {
  const textOf = ({ time }: ClassifiedVisit) =>
    new Date(dayNumberOf(time) * 86_400_000).toISOString().slice(0, 10);
  const keyOf = (visit: ClassifiedVisit) => JSON.stringify([visit.workspaceId, visit.linkId, textOf(visit)]);
  const rows = [...new Set(visits.map(keyOf))].flatMap((key) => {
    const mine = visits.filter((visit) => keyOf(visit) === key);
    const [first] = mine;
    if (!first) return [];
    const { workspaceId, linkId } = first;
    const byHour = Array.from({ length: 24 }, (_, hour) => ({
      hour,
      ...countsOf(mine.filter(({ time }) => hourOf(time) === hour)),
    })).filter(({ requests }) => requests > 0);
    const by = {
      geo: keysOf(mine, 'geo'),
      referrer: keysOf(mine, 'referrer'),
      device: keysOf(mine, 'device'),
      browser: keysOf(mine, 'browser'),
      os: keysOf(mine, 'os'),
      language: keysOf(mine, 'language'),
      variant: keysOf(mine, 'variant'),
    };
    return [{ workspaceId, linkId, day: textOf(first), ...countsOf(mine), byHour, by }];
  });
  return rows.sort(
    (a, b) =>
      inCodeUnitOrder(a.workspaceId, b.workspaceId) ||
      inCodeUnitOrder(a.linkId, b.linkId) ||
      inCodeUnitOrder(a.day, b.day),
  );
}

/** The fields of every row, made from the link's own. */
function rowsPlainly(
  aggregated: readonly LinkDayCounts[],
  { stream_partition, plan_from }: { stream_partition: number; plan_from: number },
  now: number,
) {
  const linkOf = (row: LinkDayCounts) => [row.workspaceId, row.linkId, stream_partition, plan_from];
  return {
    clicks_hourly: aggregated.flatMap((row) =>
      row.byHour.flatMap(({ hour, requests, bots, qr }) => {
        const isKept = Date.parse(row.day) + hour * 3_600_000 >= now - 72 * 3_600_000;
        const top = `${row.day} ${String(hour).padStart(2, '0')}:00:00`;
        return isKept ? [[...linkOf(row), top, requests, bots, qr]] : [];
      }),
    ),
    clicks_daily: aggregated.map((row) => [...linkOf(row), row.day, row.requests, row.bots, row.qr]),
    clicks_daily_by: aggregated.flatMap((row) =>
      CLICK_DIMENSIONS.flatMap((dimension) =>
        [...row.by[dimension]].map(([key, humans]) => [...linkOf(row), row.day, dimension, key, humans]),
      ),
    ),
  };
}

const textOfRows = (rows: unknown[][]) => rows.map((fields) => `${fields.join('\t')}\n`).join('');

const NOW = Date.UTC(2027, 0, 1, 9, 30);
const visits = fc.array(
  fc.record(
    {
      time: fc.oneof(
        fc.integer({ min: NOW - 6 * 86_400_000, max: NOW + 3_600_000 }),
        fc.constantFrom(0, -1, Date.UTC(2200, 0, 1)),
      ),
      workspaceId: fc.constantFrom('ws_1', 'ws_2', 'ws_10', '__proto__'),
      linkId: fc.constantFrom('lnk_a', 'lnk_B', 'lnk_ä', 'constructor'),
      isBot: fc.boolean(),
      isScan: fc.boolean(),
      geo: fc.constantFrom('DE', 'US', 'unknown'),
      referrer: fc.constantFrom(
        '~direct',
        '~other',
        'a.example',
        'Z.example',
        '\ud83e\udd8a.example',
        '\uffff',
      ),
      device: fc.constantFrom('mobile', 'desktop'),
      browser: fc.constantFrom('Chrome', 'other', 'Edge'),
      os: fc.constantFrom('Android', 'iOS'),
      language: fc.constantFrom('de', '~other', 'en'),
      variant: fc.constantFrom('1', '10', 'rule'),
    },
    {
      requiredKeys: [
        'time',
        'workspaceId',
        'linkId',
        'isBot',
        'isScan',
        'geo',
        'referrer',
        'device',
        'browser',
        'os',
        'language',
      ],
    },
  ),
  { maxLength: 80 },
);

/** Written out, so that the order of every list and field counts. */
const written = (rows: readonly LinkDayCounts[]) => JSON.stringify(rows.map(asLists));

test('any visits aggregate, and become rows, as by plain sums over the whole list', () => {
  fc.assert(
    fc.property(visits, fc.nat(4_294_967_294), fc.nat(), (some, partition, from) => {
      const origin = { stream_partition: partition, plan_from: from };
      const aggregated = aggregateVisits(some);
      expect(written(aggregated)).toBe(written(aggregatePlainly(some)));
      const plain = rowsPlainly(aggregated, origin, NOW);
      expect(rowsOf(aggregated, origin, NOW)).toEqual({
        clicks_hourly: Buffer.from(textOfRows(plain.clicks_hourly)),
        clicks_daily: Buffer.from(textOfRows(plain.clicks_daily)),
        clicks_daily_by: Buffer.from(textOfRows(plain.clicks_daily_by)),
      });
    }),
    { numRuns: 500 },
  );
});

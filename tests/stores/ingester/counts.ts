// The counts in the stores, and those that should be there, for tests to compare.

import { CLICK_DIMENSIONS, type Visit } from '@kurz/click-event';
import type { Bench } from './bench';

/** `hits` by link; in ClickHouse `hourly` requests, `daily` requests/bots/qr by link and day, humans `by` dimension. */
export type Counts = {
  hits: Record<string, number>;
  hourly: number;
  daily: Record<string, string>;
  by: Record<string, number>;
};

const HOURS_72 = 72 * 3_600_000;

/** Counted independently, without code of the ingester. A bot is a HEAD request in these tests. */
export function countsOf(visits: readonly Visit[]): Counts {
  const hits: Record<string, number> = {};
  const days: Record<string, { requests: number; bots: number; qr: number }> = {};
  const topOfHour = Math.floor(Date.now() / 3_600_000) * 3_600_000;
  let hourly = 0;
  let humans = 0;
  let spread = 0;
  for (const { linkId, time, method, isScan, variant } of visits) {
    hits[linkId] = (hits[linkId] ?? 0) + 1;
    const day = (days[`${linkId} ${new Date(time).toISOString().slice(0, 10)}`] ??= {
      requests: 0,
      bots: 0,
      qr: 0,
    });
    day.requests++;
    if (method === 'HEAD') day.bots++;
    else {
      humans++;
      if (variant !== undefined) spread++;
      if (isScan) day.qr++;
    }
    if (time >= topOfHour - HOURS_72 + 3_600_000) hourly++;
  }
  return {
    hits,
    hourly,
    daily: Object.fromEntries(
      Object.entries(days).map(([key, { requests, bots, qr }]) => [key, `${requests}/${bots}/${qr}`]),
    ),
    by: Object.fromEntries(
      CLICK_DIMENSIONS.flatMap((dimension) => {
        const counted = dimension === 'variant' ? spread : humans;
        return counted > 0 ? [[dimension, counted]] : [];
      }),
    ),
  };
}

export async function rowsOf<Row>({ clickHouse }: Pick<Bench, 'clickHouse'>, query: string): Promise<Row[]> {
  const result = await clickHouse.client.query({ query, format: 'JSONEachRow' });
  return result.json<Row>();
}

/** The counts as stats read them, with FINAL and sum. */
export async function countsIn(bench: Pick<Bench, 'clickHouse' | 'database'>): Promise<Counts> {
  const hits = await bench.database.db.selectFrom('link_hits').selectAll().execute();
  const hourly = await rowsOf<{ n: number }>(
    bench,
    'SELECT sum(requests) AS n FROM kurz.clicks_hourly FINAL',
  );
  const daily = await rowsOf<{ k: string; v: string }>(
    bench,
    `SELECT concat(link_id, ' ', toString(day)) AS k,
            concat(toString(sum(requests)), '/', toString(sum(bots)), '/', toString(sum(qr))) AS v
     FROM kurz.clicks_daily FINAL GROUP BY link_id, day`,
  );
  const by = await rowsOf<{ dimension: string; n: number }>(
    bench,
    'SELECT dimension, sum(humans) AS n FROM kurz.clicks_daily_by FINAL GROUP BY dimension',
  );
  return {
    hits: Object.fromEntries(hits.map((row) => [row.link_id, row.hits])),
    hourly: hourly[0]?.n ?? 0,
    daily: Object.fromEntries(daily.map(({ k, v }) => [k, v])),
    by: Object.fromEntries(by.map(({ dimension, n }) => [dimension, n])),
  };
}

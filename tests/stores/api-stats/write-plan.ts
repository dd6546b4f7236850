// Writes the rows of one plan straight into the three ClickHouse tables, as the ingester would.

import { STORED_DIMENSIONS, type StoredDimension } from '@kurz/click-event';
import type { ClickHouse, DailyByRow, DailyRow, HourlyRow } from '@kurz/click-tables';

/** Keys that visits have unless others are given. By default they have no variant and are not imported. */
const DEFAULT_KEYS: Partial<Record<StoredDimension, string>> = {
  geo: 'DE',
  referrer: '~direct',
  device: 'desktop',
  browser: 'firefox',
  os: 'linux',
  language: 'de',
};

/** Visits of one hour. Humans not in `by` count under a default key of each dimension. */
export type CountedHour = {
  /** `YYYY-MM-DDTHH`, UTC. */
  at: string;
  requests: number;
  bots?: number;
  qr?: number;
  by?: Partial<Record<StoredDimension, Record<string, number>>>;
};

export type PlanToWrite = {
  workspaceId: string;
  linkId: string;
  partition?: number;
  planFrom: number;
  hours: CountedHour[];
};

function keysOf(dimension: StoredDimension, { requests, bots = 0, by }: CountedHour): Map<string, number> {
  const keys = new Map(Object.entries(by?.[dimension] ?? {}));
  const placed = [...keys.values()].reduce((sum, humans) => sum + humans, 0);
  const rest = requests - bots - placed;
  const key = DEFAULT_KEYS[dimension];
  return rest > 0 && key !== undefined ? keys.set(key, rest) : keys;
}

/** Rows of a plan with the same key replace each other, so give a plan only one hour of each day. */
export const writePlan = (clickHouse: ClickHouse, plan: PlanToWrite): Promise<void> =>
  writePlans(clickHouse, [plan]);

/** Writes many plans like `writePlan`, as one part of each table. */
export async function writePlans(clickHouse: ClickHouse, plans: readonly PlanToWrite[]): Promise<void> {
  const hourly: HourlyRow[] = [];
  const daily: DailyRow[] = [];
  const dailyBy: DailyByRow[] = [];
  for (const { workspaceId, linkId, partition = 0, planFrom, hours } of plans) {
    const key = {
      workspace_id: workspaceId,
      link_id: linkId,
      stream_partition: partition,
      plan_from: planFrom,
    };
    for (const hour of hours) {
      const { at, requests, bots = 0, qr = 0 } = hour;
      const day = at.slice(0, 10);
      hourly.push({ ...key, hour: `${day} ${at.slice(11, 13)}:00:00`, requests, bots, qr });
      daily.push({ ...key, day, requests, bots, qr });
      for (const dimension of STORED_DIMENSIONS) {
        for (const [name, humans] of keysOf(dimension, hour))
          dailyBy.push({ ...key, day, dimension, key: name, humans });
      }
    }
  }
  const { client, database } = clickHouse;
  await client.insert({ table: `${database}.clicks_hourly`, values: hourly, format: 'JSONEachRow' });
  await client.insert({ table: `${database}.clicks_daily`, values: daily, format: 'JSONEachRow' });
  await client.insert({ table: `${database}.clicks_daily_by`, values: dailyBy, format: 'JSONEachRow' });
}

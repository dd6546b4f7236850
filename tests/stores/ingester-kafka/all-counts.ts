// The counts of visits in ClickHouse, in PostgreSQL and in Redis (the live counts), and the expected counts.

import type { Visit } from '@kurz/click-event';
import { countsIn, countsOf, type Counts } from '../ingester/counts';
import { until } from '../../until';
import type { StreamBench } from './stream-bench';

/** `live`: requests by link, for today and yesterday. */
export type AllCounts = Counts & { live: Record<string, number> };

const dayOf = (time: number) => new Date(time).toISOString().slice(0, 10);

/** Today and yesterday. At midnight the visits of a day leave the live counts. */
const liveDays = () => [0, 1].map((ago) => dayOf(Date.now() - ago * 86_400_000));

function liveOf(visits: readonly Visit[]): Visit[] {
  const days = liveDays();
  return visits.filter(({ time }) => days.includes(dayOf(time)));
}

export function allCountsOf(visits: readonly Visit[]): AllCounts {
  return { ...countsOf(visits), live: countsOf(liveOf(visits)).hits };
}

export async function liveCountsIn(
  bench: StreamBench,
  linkIds: readonly string[],
): Promise<AllCounts['live']> {
  const days = liveDays();
  const live: Record<string, number> = {};
  for (const linkId of linkIds) {
    const found = await bench.liveClicks.read({ workspaceId: 'ws_1', linkId }, days);
    const requests = found.reduce((sum, day) => sum + day.requests, 0);
    if (requests > 0) live[linkId] = requests;
  }
  return live;
}

export async function allCountsIn(bench: StreamBench, linkIds: readonly string[]): Promise<AllCounts> {
  return { ...(await countsIn(bench)), live: await liveCountsIn(bench, linkIds) };
}

const sumOf = (counts: Record<string, number>) => Object.values(counts).reduce((sum, n) => sum + n, 0);

/** Waits until each store has counted as many requests as there are visits, and every intent is committed. */
export async function settled(
  bench: StreamBench,
  visits: readonly Visit[],
  { linkIds, ms = 180_000 }: { linkIds: readonly string[]; ms?: number },
): Promise<AllCounts> {
  const wanted = visits.length;
  let counts: AllCounts | undefined;
  await until(
    async () => {
      // a store that was killed may still be starting
      counts = await allCountsIn(bench, linkIds).catch(() => undefined);
      if (!counts) return false;
      const inClickHouse = Object.values(counts.daily).reduce(
        (sum, day) => sum + Number(day.split('/')[0]),
        0,
      );
      if (inClickHouse < wanted || sumOf(counts.hits) < wanted) return false;
      if (sumOf(counts.live) < liveOf(visits).length) return false;
      const intents = [...(await bench.committed()).values()];
      return intents.every(({ metadata }) => metadata.startsWith('{"to":null'));
    },
    { ms: ms },
  ).catch((error: unknown) => {
    throw new Error(`${String(error)}: ${JSON.stringify(counts)}, wanted ${wanted}`);
  });
  return allCountsIn(bench, linkIds);
}

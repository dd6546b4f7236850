// What the stores say of a link's visits: its stats (ClickHouse and Redis), and its hits (PostgreSQL).

import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 500;
const SETTLE_MS = 120_000;

async function readSums({ client, slug }) {
  const { stats } = await client('GET', `/v1/urls/${slug}/stats`);
  const { url } = await client('GET', `/v1/urls/${slug}`);
  return { totals: stats.totals.requests, allTime: stats.allTime.total, hits: url.hits };
}

/**
 * Waits until all sums are equal and within `least` and `most`, then gives the sum. Throws when that takes too long,
 * and at once when a sum exceeds `most`: nobody made that visit.
 */
export async function awaitSum(link, least, most = least) {
  const end = Date.now() + SETTLE_MS;
  let said = '';
  do {
    const sums = await readSums(link).catch((error) => {
      said = error.message;
    });
    if (sums) {
      said = JSON.stringify(sums);
      const values = Object.values(sums);
      const [first] = values;
      if (values.some((value) => value > most)) break;
      if (first >= least && values.every((value) => value === first)) return first;
    }
    await sleep(POLL_MS);
  } while (Date.now() < end);
  const wanted = least === most ? String(least) : `${least} to ${most}`;
  throw new Error(`the visits were ${wanted}; the sums are ${said}`);
}

/**
 * Stops the visitors of a link whose sums were `before`, and waits until exactly their visits are added. Gives the new
 * sum, and a text about it.
 */
export async function awaitVisitors(visitors, link, before) {
  const { answered, most, faults, slowestMs } = await visitors.stop();
  const sum = await awaitSum(link, before + answered, before + most);
  const said = `${before} + ${answered} led on, stats and hits ${sum}; without a redirect: ${faults}; slowest ${slowestMs} ms`;
  return { sum, said };
}

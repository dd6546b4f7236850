// Compares the visits of each link in all three stores with the backlog, and throws at the first difference: speed at
// the price of lost visits does not count.

import { makeRedisLiveClicks } from '@kurz/live-clicks';
import { workspaceIdOf, linkIdOf } from '../make-visits.mjs';

/** Links whose live counts are asked one by one. */
const LIVE_SAMPLE = 2_000;

function compare(store, found, expected) {
  for (const [linkId, visits] of expected) {
    if (found.get(linkId) !== visits) {
      throw new Error(`${store} has ${found.get(linkId)} visits of ${linkId}, ${visits} were sent`);
    }
  }
  if (found.size > expected.size) throw new Error(`${store} has links that nobody visited`);
}

export async function compareSums({ clickHouse, pool, redis }, expected, days) {
  for (const table of ['clicks_daily', 'clicks_hourly']) {
    const query = `SELECT link_id, sum(t.requests) AS visits FROM kurz.${table} AS t FINAL GROUP BY link_id`;
    const answer = await clickHouse.client.query({ query, format: 'JSONEachRow' });
    const rows = await answer.json();
    compare(table, new Map(rows.map(({ link_id, visits }) => [link_id, Number(visits)])), expected);
  }
  const humans = await clickHouse.client.query({
    query: `SELECT dimension, sum(t.humans) AS humans FROM kurz.clicks_daily_by AS t FINAL GROUP BY dimension
      UNION ALL SELECT 'all', toInt64(sum(t.requests)) - toInt64(sum(t.bots)) FROM kurz.clicks_daily AS t FINAL`,
    format: 'JSONEachRow',
  });
  const sums = new Set((await humans.json()).map((row) => Number(row.humans)));
  if (sums.size !== 1) throw new Error(`the dimensions do not sum to the same: ${[...sums].join(', ')}`);

  const { rows } = await pool.query('SELECT link_id, hits FROM link_hits');
  compare('link_hits', new Map(rows.map(({ link_id, hits }) => [link_id, Number(hits)])), expected);

  const live = makeRedisLiveClicks({ redis });
  const found = new Map();
  const sample = new Map();
  for (let n = 0; sample.size < Math.min(LIVE_SAMPLE, expected.size); n++) {
    const linkId = linkIdOf(n);
    if (!expected.has(linkId)) continue;
    sample.set(linkId, expected.get(linkId));
    const counts = await live.read({ workspaceId: workspaceIdOf(n), linkId }, days);
    found.set(
      linkId,
      counts.reduce((sum, day) => sum + day.requests, 0),
    );
  }
  compare('the live counts', found, sample);
}

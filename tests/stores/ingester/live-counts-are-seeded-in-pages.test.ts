// Live counts are seeded with two days from ClickHouse. The counts of all links are never in memory together, so that
// an emptied Redis ends no ingester of a large installation.

import { openTestClickHouse, type TestTables } from '@kurz/backends';
import { openClickHouse, singleShard, type ClickHouse } from '@kurz/click-tables';
import type { Db } from '@kurz/database';
import { makeMemoryLiveClicks, type LiveAddition, type LiveClicks } from '@kurz/live-clicks';
import { dayOf, systemClock } from '@kurz/process';
import { makeSeedLiveClicks } from '../../../services/ingester/src/sinks/live/seed-live-clicks';

const LINKS = 4_500;
const MAX_TOGETHER = 2_000;
const POSITION = 20;
const ERASED = 'lnk_00007';

const TODAY = dayOf(Date.now());
const NAMES = `concat('ws_', toString(number % 3)), concat('lnk_', leftPad(toString(number), 5, '0'))`;
/** Two visits per link today, one of them by a bot, and rows of a later batch, which a seed leaves out. */
const FILL = [
  `INSERT INTO kurz.clicks_daily (workspace_id, link_id, day, stream_partition, plan_from, requests, bots, qr)
   SELECT ${NAMES}, '${TODAY}', 1, plan, 2, 1, 1 FROM numbers(${LINKS}) ARRAY JOIN [10, ${POSITION}] AS plan`,
  `INSERT INTO kurz.clicks_hourly (workspace_id, link_id, hour, stream_partition, plan_from, requests, bots, qr)
   SELECT ${NAMES}, '${TODAY} 00:00:00', 1, 10, 2, 1, 1 FROM numbers(${LINKS})`,
  `INSERT INTO kurz.clicks_daily_by (workspace_id, link_id, day, dimension, key, stream_partition, plan_from, humans)
   SELECT ${NAMES}, '${TODAY}', 'geo', 'AT', 1, 10, 1 FROM numbers(${LINKS})`,
];

let tables: TestTables;
let clickHouse: ClickHouse;
beforeAll(async () => {
  tables = await openTestClickHouse();
  clickHouse = openClickHouse(tables.options);
  for (const query of FILL) await clickHouse.client.command({ query });
});
afterAll(async () => {
  await clickHouse.close();
  await tables.close();
});

test('the counts of a few thousand links come together at most, and of each link once', async () => {
  const memory = makeMemoryLiveClicks();
  const pages: LiveAddition[][] = [];
  const liveClicks: LiveClicks = {
    ...memory,
    seed: async (batch) => {
      const { additions } = batch;
      for await (const page of Array.isArray(additions) ? [additions] : additions) pages.push(page);
      return memory.seed({ ...batch, additions: pages.flat() });
    },
  };
  const { seed } = makeSeedLiveClicks({
    shards: singleShard(clickHouse),
    db: {} as Db,
    liveClicks,
    intents: { read: () => Promise.resolve({ partition: 1, from: POSITION, to: null }) },
    erased: {
      among: () => Promise.resolve(new Set([ERASED])),
      note: () => undefined,
      reopenUnchecked: () => Promise.resolve(),
      shards: () => 1,
    },
    clock: systemClock,
  });
  expect(await seed(1, { replaces: 'nothing', signal: new AbortController().signal })).toBe(POSITION);
  expect(Math.max(...pages.map((page) => page.length))).toBeLessThanOrEqual(MAX_TOGETHER);
  const links = pages.flat().map(({ linkId }) => linkId);
  expect([links.length, new Set(links).size]).toEqual([LINKS - 1, LINKS - 1]);
  expect(links).not.toContain(ERASED);
  for (const number of [0, 1_999, 2_000, LINKS - 1]) {
    const link = { workspaceId: `ws_${number % 3}`, linkId: `lnk_${String(number).padStart(5, '0')}` };
    const [day] = await memory.read(link, [TODAY]);
    expect(day).toMatchObject({ requests: 2, bots: 1, qr: 1, by: { geo: new Map([['AT', 1]]) } });
    expect(day?.humansByHour[0]).toBe(1);
  }
});

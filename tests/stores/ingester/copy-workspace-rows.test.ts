// The rows of a workspace are copied to another ClickHouse in pages of whole links.

import { openTestClickHouse } from '@kurz/backends';
import { migrateClickTables, openClickHouse, type ClickHouse } from '@kurz/click-tables';
import { copyWorkspaceRows, fingerprintOf } from '../../../services/ingester/src/move/workspace-rows';

const WORKSPACE = 'ws_moves';
const LINKS = 60;
/** It has more rows than a page. */
const BUSY = 'lnk_30';
const BEFORE = { 0: 1_000 };
const OTHER_DATABASE = 'kurz_copied';

let from: ClickHouse;
let to: ClickHouse;
let close: () => Promise<void>;
beforeAll(async () => {
  const stores = await openTestClickHouse();
  const [source, target] = [
    openClickHouse(stores.options),
    openClickHouse({ ...stores.options, database: OTHER_DATABASE }),
  ];
  await migrateClickTables(target);
  [from, to] = [source, target];
  close = async () => {
    await target.client.command({ query: `DROP DATABASE ${OTHER_DATABASE}` });
    await target.close();
    await source.close();
    await stores.close();
  };
  for (const [workspace, links] of [
    [WORKSPACE, LINKS],
    ['ws_stays', 5],
  ] as const)
    await fill(workspace, links);
});
afterAll(() => close());

/** One row for each link on each of 20 days of three months, and 100 batches of the busy one; some come too late. */
async function fill(workspace: string, links: number): Promise<void> {
  const run = (query: string) => from.client.command({ query });
  const day = `toDate('2026-01-25') + number % 20 * 3`;
  const link = `concat('lnk_', toString(10 + intDiv(number, 20) % ${links}))`;
  const busy = `SELECT '${workspace}', '${BUSY}', toDate('2026-02-01'), 0, 100 + number`;
  const each = `SELECT '${workspace}', ${link}, ${day}, 0, 1 + number % 3`;
  await run(
    `INSERT INTO ${from.database}.clicks_daily ${each}, 1 + number, 0, 1 FROM numbers(${links * 20})`,
  );
  await run(`INSERT INTO ${from.database}.clicks_daily ${busy}, 2, 1, 0 FROM numbers(100)`);
  await run(
    `INSERT INTO ${from.database}.clicks_daily
     SELECT '${workspace}', 'lnk_11', toDate('2026-02-01'), 0, 1000 + number, 7, 0, 0 FROM numbers(3)`,
  );
  await run(
    `INSERT INTO ${from.database}.clicks_daily_by (workspace_id, link_id, day, stream_partition, plan_from, dimension, key, humans)
     SELECT '${workspace}', ${link}, ${day}, 0, 1 + number % 3, 1 + number % 6, concat('k', toString(number % 7)), 1 + number
     FROM numbers(${links * 20})`,
  );
}

const requestsIn = async ({ client, database }: ClickHouse) => {
  const answer = await client.query({
    query: `SELECT link_id, sum(requests) AS requests FROM ${database}.clicks_daily FINAL
      WHERE workspace_id = '${WORKSPACE}' AND plan_from < 1000 GROUP BY link_id ORDER BY link_id`,
    format: 'JSONEachRow',
  });
  return answer.json<{ link_id: string; requests: number }>();
};

test('each row once, in however small pages, and none of another workspace or of a later batch', async () => {
  let pages = 0;
  const copied = { workspace: WORKSPACE, before: BEFORE, rowsOfAPage: 25 };
  await copyWorkspaceRows({ from, to }, copied, () => Promise.resolve(void pages++));
  expect(pages).toBeGreaterThan(40);
  expect(await fingerprintOf(to, WORKSPACE, BEFORE)).toBe(await fingerprintOf(from, WORKSPACE, BEFORE));
  const found = await requestsIn(to);
  expect(found).toHaveLength(LINKS);
  expect(found).toEqual(await requestsIn(from));
  const all = await to.client.query({
    query: `SELECT DISTINCT workspace_id, plan_from >= 1000 AS late FROM ${to.database}.clicks_daily`,
    format: 'JSONEachRow',
  });
  expect(await all.json()).toEqual([{ workspace_id: WORKSPACE, late: 0 }]);
});

test('one page of all is the same', async () => {
  let pages = 0;
  const before = await fingerprintOf(to, WORKSPACE, BEFORE);
  await copyWorkspaceRows({ from, to }, { workspace: WORKSPACE, before: BEFORE }, () =>
    Promise.resolve(void pages++),
  );
  expect(pages).toBeLessThan(10);
  expect(await fingerprintOf(to, WORKSPACE, BEFORE)).toBe(before);
});

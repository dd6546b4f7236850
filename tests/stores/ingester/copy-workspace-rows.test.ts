// The rows of a workspace are copied to another ClickHouse in pages of whole links.

import { openTestClickHouse } from '@kurz/backends';
import { COMPACTED_PARTITION, migrateClickTables, openClickHouse, type ClickHouse } from '@kurz/click-tables';
import { readGroupClicks } from '../../../services/api/src/campaigns/read-group-clicks';
import {
  copyWorkspaceRows,
  fingerprintOf,
  isFoldedTwice,
} from '../../../services/ingester/src/move/workspace-rows';

const WORKSPACE = 'ws_moves';
const LINKS = 60;
/** A link with more rows than a page. */
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

/** One row per link on each of 20 days in three months, 100 batches of the busy link, 3 batches too late to copy. */
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

/** Inserts one compacted row per link on each of ten days. */
const foldDays = ({ client, database }: ClickHouse) =>
  client.command({
    query: `INSERT INTO ${database}.clicks_daily
      SELECT '${WORKSPACE}', concat('lnk_', toString(10 + number % ${LINKS})), toDate('2026-01-01') + intDiv(number, ${LINKS}),
        ${COMPACTED_PARTITION}, 5, 3, 1, 0
      FROM numbers(${LINKS * 10})`,
  });

/** Humans as a campaign report counts them. */
const reportedIn = async (clickHouse: ClickHouse) => {
  const scope = { workspaceId: WORKSPACE, first: '2026-01-01', last: '2026-01-10' };
  const batches = { progress: [{ partition: 0, position: 1_000 }] };
  const groups = [{ linkIds: BUSY, linkCount: 1 }];
  const limits = { signal: new AbortController().signal, limitMs: 60_000 };
  const [clicks] = await readGroupClicks(
    clickHouse,
    { ...scope, ...batches },
    { groups, byDay: false },
    limits,
  );
  return clicks?.humans;
};

test('compacted rows count once, though a copy is cut off and made again', async () => {
  await foldDays(from);
  const reported = await reportedIn(from);
  expect(reported).toBe(20);
  const copied = { workspace: WORKSPACE, before: BEFORE };
  let pages = 0;
  const cutOff = () => (++pages > 4 ? Promise.reject(new Error('killed')) : Promise.resolve());
  await expect(copyWorkspaceRows({ from, to }, copied, cutOff)).rejects.toThrow('killed');
  expect(await reportedIn(to)).toBe(reported);
  await copyWorkspaceRows({ from, to }, copied, () => Promise.resolve());
  expect(await reportedIn(to)).toBe(reported);
  expect(await isFoldedTwice(to, WORKSPACE)).toBe(false);

  // an ingester that was frozen writes the compacted rows again
  await foldDays(to);
  expect(await isFoldedTwice(to, WORKSPACE)).toBe(true);
  await copyWorkspaceRows({ from, to }, copied, () => Promise.resolve());
  expect([await isFoldedTwice(to, WORKSPACE), await reportedIn(to)]).toEqual([false, reported]);
});

it('removes no compacted rows of a copy where another process has the move', async () => {
  const copied = { workspace: WORKSPACE, before: BEFORE };
  await copyWorkspaceRows({ from, to }, copied, () => Promise.resolve());
  const before = await fingerprintOf(to, WORKSPACE, BEFORE);
  const lost = () => Promise.reject(new Error('another ingester works on the move'));
  await expect(copyWorkspaceRows({ from, to }, copied, lost)).rejects.toThrow('another ingester');
  expect(await fingerprintOf(to, WORKSPACE, BEFORE)).toBe(before);
});

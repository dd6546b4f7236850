// The rows of a deleted link leave ClickHouse's disk and are not only hidden. No other link's counts change.

import { readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasErrorCode, silentLog } from '@kurz/process';
import { makeCompactor } from '../../../services/ingester/src/compact/make-compactor';
import { deleteLinkRows } from '../../../services/ingester/src/erase/link-rows';
import { purgeMaskedRows } from '../../../services/ingester/src/erase/purge-masked-rows';
import { NOW, startCompaction, WORKSPACE, type CompactionStores } from './start-compaction';

const KEPT = 'lnk_kept';
const GONE = 'lnk_gone';
const HOST = 'very-private-referrer.example';
const TABLES = ['clicks_daily', 'clicks_daily_by', 'clicks_hourly'];

let stores: CompactionStores;
beforeAll(async () => (stores = await startCompaction()));
afterAll(() => stores.close());
beforeEach(() => stores.reset());

async function rowsOf<Row>(query: string): Promise<Row[]> {
  return (await stores.clickHouse.client.query({ query, format: 'JSONEachRow' })).json<Row>();
}

function filesOf(folder: string): string {
  return readdirSync(folder, { recursive: true, encoding: 'latin1' })
    .map((name) => path.join(folder, name))
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file, 'latin1'))
    .join('\n');
}

/** The text of a part's files; undefined when a merge has replaced the part meanwhile. */
function filesOfPart(folder: string): string | undefined {
  try {
    return filesOf(folder);
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT')) return undefined;
    throw error;
  }
}

/** Tables whose current parts have `text` in one of their files. */
async function tablesWith(text: string): Promise<string[]> {
  for (;;) {
    const parts = await rowsOf<{ table: string; path: string }>(
      `SELECT table, path FROM system.parts WHERE database = 'kurz' AND active`,
    );
    const read = parts.map(({ table, path: folder }) => ({ table, files: filesOfPart(folder) }));
    if (read.some(({ files }) => files === undefined)) continue;
    const found = read.filter(({ files }) => files?.includes(text));
    return [...new Set(found.map(({ table }) => table))].filter((table) => TABLES.includes(table)).sort();
  }
}

const purges = async () =>
  (
    await rowsOf<{ n: number }>(
      `SELECT count() AS n FROM system.mutations WHERE command LIKE '%APPLY DELETED MASK%'`,
    )
  )[0]?.n ?? 0;

const deleteLink = (linkId: string) =>
  deleteLinkRows(stores.clickHouse, [{ workspaceId: WORKSPACE, linkId }]);

/** An hour that `clicks_hourly` still keeps. */
const RECENT = new Date().toISOString().slice(0, 13);

async function countBoth(): Promise<void> {
  for (const plan of [1, 2, 3]) {
    const recent = plan === 1 ? [{ at: RECENT, requests: 1 }] : [];
    await stores.count(KEPT, plan, [{ at: '2026-03-01T12', requests: 5, bots: 1 }, ...recent]);
  }
  await stores.count(GONE, 4, [
    { at: '2026-03-01T12', requests: 9, by: { referrer: { [HOST]: 9 } } },
    { at: RECENT, requests: 4, by: { referrer: { [HOST]: 4 } } },
  ]);
}

test('its rows leave the current parts of every table, and the other link keeps its counts', async () => {
  await countBoth();
  const before = await stores.seen(KEPT);
  await deleteLink(GONE);
  // the rows are hidden but still on the disk, which proves that the search finds them
  expect(await tablesWith(GONE)).toEqual(TABLES);
  expect(await tablesWith(HOST)).toEqual(['clicks_daily_by']);
  await purgeMaskedRows(stores.clickHouse, { restMs: 0 });
  expect(await tablesWith(GONE)).toEqual([]);
  expect(await tablesWith(HOST)).toEqual([]);
  expect(await tablesWith(KEPT)).toEqual(TABLES);
  expect({ ...(await stores.seen(KEPT)), humans: 0 }).toEqual({ ...before, humans: 0 });
});

test('each partition that is rewritten is told, so that hours of them are no loop that stands still', async () => {
  await countBoth();
  await deleteLink(GONE);
  const before = await purges();
  const onPurged = jest.fn();
  await purgeMaskedRows(stores.clickHouse, { restMs: 0, onPurged });
  const partitions = (await purges()) - before;
  expect(partitions).toBeGreaterThan(1);
  expect(onPurged).toHaveBeenCalledTimes(partitions);
});

test('a partition is rewritten once a day at most, and only where something is hidden', async () => {
  await countBoth();
  await purgeMaskedRows(stores.clickHouse, { restMs: 0 });
  const earlier = await purges();
  await deleteLink(GONE);
  await purgeMaskedRows(stores.clickHouse, { restMs: 0 });
  const afterwards = await purges();
  expect(afterwards).toBeGreaterThan(earlier);
  await deleteLink(KEPT);
  await purgeMaskedRows(stores.clickHouse);
  expect(await purges()).toBe(afterwards);
  expect(await tablesWith(KEPT)).toEqual(TABLES);
  await purgeMaskedRows(stores.clickHouse, { restMs: 0 });
  expect(await tablesWith(KEPT)).toEqual([]);
});

test('readers see the same sums when it runs between and beside the steps of a compaction', async () => {
  await countBoth();
  await deleteLink(GONE);
  const before = await stores.seen(KEPT);
  const settings = {
    graceMs: 0,
    writeWithinMs: 600_000,
    writeMs: 0,
    minRows: 1,
    busyLinkRows: 2,
    maxDays: 31,
  };
  const compact = makeCompactor({ ...stores, clock: { now: () => NOW }, log: silentLog }, settings);
  for (const wanted of ['planned', 'written', 'settled'] as const) {
    if (wanted === 'settled') await stores.ripen();
    const purging = purgeMaskedRows(stores.clickHouse, { restMs: 0 });
    for (let step = await compact(); step !== wanted; step = await compact()) await sleep(100);
    await purging;
    expect(await stores.seen(KEPT)).toEqual(before);
    await deleteLink('lnk_of_nobody');
  }
  expect(await stores.rowsOf(KEPT, '2026-03-01')).toBe(1);
  await purgeMaskedRows(stores.clickHouse, { restMs: 0 });
  expect(await tablesWith(GONE)).toEqual([]);
});

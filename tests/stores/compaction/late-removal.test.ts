// A frozen process resumes and removes the rows that a compaction has replaced. Another process has done so already,
// and a workspace has moved to the shard since. Its rows stay, although their attempt has a lower number.

import { COMPACTED_PARTITION, insertRows, markShard, type ClickHouse } from '@kurz/click-tables';
import { silentLog } from '@kurz/process';
import { makeShardCompactor } from '../../../services/ingester/src/compact/compact-shard';
import { COMPACTION_SETTINGS } from '../../../services/ingester/src/compact/compaction';
import { findCommittedPositions, openRound } from '../../../services/ingester/src/compact/open-compaction';
import { countTwoDays, startCompaction, type CompactionStores } from './start-compaction';

const LINK = 'lnk_a';
const DAYS = ['2026-03-01', '2026-03-02'];
const SETTINGS = { ...COMPACTION_SETTINGS, graceMs: 0, writeMs: 0 };
/** The second of two shards; attempts of the first have lower numbers. */
const SHARD = 1;

let stores: CompactionStores;
beforeAll(async () => {
  stores = await startCompaction();
  await markShard(stores.clickHouse, SHARD);
});
afterAll(() => stores.close());
beforeEach(() => stores.reset());

const compactorOn = (clickHouse: ClickHouse, shard = SHARD) =>
  makeShardCompactor(
    { db: stores.db, log: silentLog, clickHouse, shard, closedBefore: () => '2026-03-14' },
    SETTINGS,
  );

/** A compactor whose first removal waits for `meanwhile`. */
function lateCompactor(meanwhile: () => Promise<void>) {
  const { clickHouse } = stores;
  const client = Object.create(clickHouse.client) as ClickHouse['client'];
  let isLate = true;
  client.command = async (parameters) => {
    if (isLate && parameters.query.includes('DELETE WHERE')) {
      isLate = false;
      await meanwhile();
    }
    return clickHouse.client.command(parameters);
  };
  return compactorOn({ ...clickHouse, client });
}

/** Inserts rows that the other shard's attempt wrote, as a move copies them. */
async function moveIn(): Promise<void> {
  const ofOther = stores.db.selectFrom('compactions').select('generation').where('shard', '=', 0);
  const { generation: planFrom } = await ofOther.executeTakeFirstOrThrow();
  const rows = DAYS.map(
    (day) => `ws_moved\tlnk_moved\t${COMPACTED_PARTITION}\t${planFrom}\t${day}\t7\t0\t0\n`,
  );
  await insertRows(stores.clickHouse, 'clicks_daily', Buffer.from(rows.join('')));
}

const openBoth = async () =>
  openRound(stores.db, {
    days: DAYS,
    positions: await findCommittedPositions(stores.db),
    shards: 2,
    ready: [0, 1],
  });

test('rows that have moved in since stay', async () => {
  await countTwoDays(stores, LINK);
  await openBoth();
  const compact = compactorOn(stores.clickHouse);
  expect(await compact()).toBe('written');
  await stores.ripen();
  const late = lateCompactor(async () => {
    expect(await compact()).toBe('settled');
    await moveIn();
  });
  expect(await late()).toBe('settled');
  expect(await stores.rowsOf('lnk_moved', DAYS[0] ?? '')).toBe(1);
  expect(await stores.rowsOf('lnk_moved', DAYS[1] ?? '')).toBe(1);
  expect(await stores.rowsOf(LINK, DAYS[0] ?? '')).toBe(1);
});

test('a ClickHouse of another place is not touched', async () => {
  await countTwoDays(stores, LINK);
  await openBoth();
  await expect(compactorOn(stores.clickHouse, 0)()).rejects.toThrow('has place 2');
  expect(await stores.rowsOf(LINK, DAYS[0] ?? '')).toBe(20);
});

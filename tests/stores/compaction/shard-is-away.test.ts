// One of two ClickHouses does not answer.

import { markShard, openClickHouse, type ClickHouse } from '@kurz/click-tables';
import { silentLog } from '@kurz/process';
import { COMPACTION_SETTINGS } from '../../../services/ingester/src/compact/compaction';
import { makeCompactor } from '../../../services/ingester/src/compact/make-compactor';
import { countTwoDays, NOW, startCompaction, type CompactionStores } from './start-compaction';

const LINK = 'lnk_a';
const SETTINGS = { ...COMPACTION_SETTINGS, graceMs: 0, minRows: 10, busyLinkRows: 15 };

let stores: CompactionStores;
let away: ClickHouse;
beforeAll(async () => {
  stores = await startCompaction();
  await markShard(stores.clickHouse, 0);
  away = openClickHouse({ kind: 'server', url: 'http://127.0.0.1:9', database: 'kurz' });
});
afterAll(async () => {
  await away.close();
  await stores.close();
});
beforeEach(() => stores.reset());

/** A compactor of both ClickHouses. `looks`: how often it has searched the one that answers for days to compact. */
function watchedCompactor() {
  const { clickHouse } = stores;
  const client = Object.create(clickHouse.client) as ClickHouse['client'];
  let looks = 0;
  const query: typeof client.query = (asked) => {
    if (asked.query.includes('AS closed')) looks++;
    return clickHouse.client.query(asked);
  };
  client.query = query;
  const clickHouses = [{ ...clickHouse, client }, away] as const;
  const deps = { ...stores, clickHouses, clock: { now: () => NOW }, log: silentLog };
  return { compact: makeCompactor(deps, SETTINGS), looks: () => looks };
}

test('the days of the other one are compacted, and not looked for each time', async () => {
  await countTwoDays(stores, LINK);
  const before = await stores.seen(LINK);
  const { compact, looks } = watchedCompactor();
  for (let step = 0; step < 3; step++) {
    await compact().catch(() => undefined);
    await stores.ripen();
  }
  expect(await stores.rowsOf(LINK, '2026-03-01')).toBe(1);
  expect(await stores.seen(LINK)).toEqual(before);
  const found = looks();
  for (let time = 0; time < 5; time++) await compact().catch(() => undefined);
  expect(looks() - found).toBe(1);
});

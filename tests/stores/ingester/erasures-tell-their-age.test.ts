// The metrics of open erasures. Each ingester reports the age of the oldest one; only the ingester that erases reports
// their number.

import type { Database, Db } from '@kurz/database';
import { makeMetrics, silentLog } from '@kurz/process';
import { sql } from 'kysely';
import { makeEraseUnderLock } from '../../../services/ingester/src/erase/erase-under-lock';
import { makeErasedLinks } from '../../../services/ingester/src/erase/erased-links';
import { makeIngesterMetrics } from '../../../services/ingester/src/metrics/ingester-metrics';
import { openLenientDatabase } from '../../fixture-database';

let database: Database;
let db: Db;
beforeAll(async () => {
  database = await openLenientDatabase();
  ({ db } = database);
});
afterAll(() => database.close());

/** `links`: the number of open erasures that it reports when it gets the lock. */
function makeIngester(links: number) {
  const registry = makeMetrics();
  const metrics = makeIngesterMetrics(registry);
  const read = async (name: string) =>
    Number(new RegExp(`^kurz_ingester_${name} (.*)$`, 'm').exec(await registry.text())?.[1]);
  const roundWhile = (meanwhile: () => Promise<void>) =>
    makeEraseUnderLock({
      ...{ db, shards: 1, metrics },
      erased: makeErasedLinks({ db, log: silentLog }),
      erase: () => {
        metrics.openErasures(links);
        return meanwhile();
      },
    })();
  return {
    roundWhile,
    round: () => roundWhile(() => Promise.resolve()),
    open: () => read('open_erasures'),
    oldest: () => read('oldest_erasure_seconds'),
  };
}

const deleteLink = (linkId: string, ago: string) =>
  sql`INSERT INTO erasures (link_id, workspace_id, deleted_at)
    VALUES (${linkId}, 'ws_1', now() - ${ago}::interval)`.execute(db);
const close = (linkId: string) =>
  db
    .updateTable('erasures')
    .set({ closed_at: sql`now()` })
    .where('link_id', '=', linkId)
    .execute();

test('The oldest deletion is told by each ingester, their number by the one that erases', async () => {
  const [one, other] = [makeIngester(3), makeIngester(2)];
  await one.round();
  expect([await one.open(), await one.oldest()]).toEqual([0, 0]);

  await deleteLink('lnk_old', '7 hours');
  await deleteLink('lnk_new', '1 minute');
  await one.round();
  expect([await one.open(), await other.open()]).toEqual([3, 0]);
  // now the other ingester erases
  await other.roundWhile(() => one.round());
  expect([await one.open(), await other.open()]).toEqual([0, 2]);
  expect(await one.oldest()).toBeGreaterThanOrEqual(7 * 3_600);
  expect(await other.oldest()).toBeGreaterThanOrEqual(7 * 3_600);

  await close('lnk_old');
  await one.round();
  expect(await one.oldest()).toBeGreaterThanOrEqual(60);
  expect(await one.oldest()).toBeLessThan(7 * 3_600);
  await close('lnk_new');
  await one.round();
  expect([await one.open(), await one.oldest()]).toEqual([0, 0]);
});

// A link is deleted and its erasure closed by other processes while one process cannot reach PostgreSQL: the visits
// that this process counts meanwhile are erased as well.

import { openTestDatabase, startProxy, type TestProxy } from '@kurz/backends';
import { openDatabase, type Database, type Db } from '@kurz/database';
import { makeClosing, makeMetrics, silentLog } from '@kurz/process';
import { makeEraseUnderLock } from '../../../services/ingester/src/erase/erase-under-lock';
import { makeErasedLinks } from '../../../services/ingester/src/erase/erased-links';
import { makeIngesterMetrics } from '../../../services/ingester/src/metrics/ingester-metrics';
import { LENIENT_TIMEOUTS } from '../../fixture-database';

const closing = makeClosing();
let proxy: TestProxy;
/** The database of the other processes. */
let db: Db;
/** The database of the process that is cut off. */
let cutOff: Database;
beforeAll(async () => {
  const postgres = await openTestDatabase();
  closing.add('postgres', postgres.close);
  const { host, port } = postgres.options;
  proxy = await startProxy({ host, port });
  closing.add('proxy', proxy.close);
  const direct = openDatabase({ ...postgres.options, ...LENIENT_TIMEOUTS });
  closing.add('database', direct.close);
  ({ db } = direct);
  cutOff = openDatabase({
    ...postgres.options,
    ...LENIENT_TIMEOUTS,
    host: proxy.host,
    port: proxy.port,
    onError: () => undefined,
  });
  closing.add('database behind the proxy', cutOff.close);
});
afterAll(() => closing.close());

const erasureOf = (linkId: string) =>
  db.selectFrom('erasures').selectAll().where('link_id', '=', linkId).executeTakeFirstOrThrow();

/** Adds an erasure that other processes have finished and closed. */
async function eraseByOthers(linkId: string): Promise<void> {
  await db
    .insertInto('erasures')
    .values({
      link_id: linkId,
      workspace_id: 'ws_1',
      passed_by: JSON.stringify({ 0: 10 }),
      cleared_shards: [0],
      closed_at: new Date(),
    })
    .execute();
}

test('the erasure of a link that was counted unasked is opened again, and that of another link stays closed', async () => {
  const erased = makeErasedLinks({ db: cutOff.db, log: silentLog });
  const metrics = makeIngesterMetrics(makeMetrics());
  const round = makeEraseUnderLock({
    ...{ db: cutOff.db, erased, metrics, shards: 1 },
    erase: () => Promise.resolve(),
  });
  expect(await erased.among(['lnk_a'])).toEqual(new Set());
  await proxy.refuse();
  await eraseByOthers('lnk_a');
  await eraseByOthers('lnk_b');
  // PostgreSQL's outage does not stop the count
  expect(await erased.among(['lnk_a', 'lnk_c'])).toEqual(new Set());
  await expect(round()).rejects.toThrow();
  await proxy.heal();
  await round();
  expect(await erasureOf('lnk_a')).toMatchObject({ passed_by: null, cleared_shards: [], closed_at: null });
  expect((await erasureOf('lnk_b')).closed_at).not.toBeNull();
  expect(await erased.among(['lnk_a'])).toEqual(new Set(['lnk_a']));
  await db.updateTable('erasures').set({ closed_at: new Date() }).execute();
  await round();
  expect((await erasureOf('lnk_a')).closed_at).not.toBeNull();
});

test('of deleted links it remembers the newest; those that it has forgotten are opened again', async () => {
  const erased = makeErasedLinks({ db: cutOff.db, log: silentLog });
  await erased.among(['lnk_x']);
  erased.note(['lnk_old']);
  erased.note(Array.from({ length: 250_000 }, (_, nth) => `lnk_${nth}`));
  await eraseByOthers('lnk_old');
  await proxy.refuse();
  expect(await erased.among(['lnk_old', 'lnk_249999'])).toEqual(new Set(['lnk_249999']));
  await proxy.heal();
  await erased.reopenUnchecked();
  expect(await erasureOf('lnk_old')).toMatchObject({ closed_at: null });
  expect(await erased.among(['lnk_old'])).toEqual(new Set(['lnk_old']));
});

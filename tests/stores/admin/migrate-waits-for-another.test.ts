// `kurz migrate` while another migration runs: it says so, waits, and finds nothing left to do.

import { openTestClickHouse, openTestDatabase } from '@kurz/backends';
import { openDatabase } from '@kurz/database';
import { silentLog, type Log } from '@kurz/process';
import { migrateStores } from '../../../services/admin/src/stores/migrate-stores';
import { LENIENT_TIMEOUTS } from '../../fixture-database';
import { untilLockWaits } from '../../lock-waits';

test('the second says that it waits, and goes on when the first has ended', async () => {
  const [postgres, clickHouse] = await Promise.all([openTestDatabase(), openTestClickHouse()]);
  const { db, pool, close } = openDatabase({ ...postgres.options, ...LENIENT_TIMEOUTS });
  const first = await pool.connect();
  await first.query('SELECT pg_advisory_lock(1802859117)');

  const events: unknown[] = [];
  const log: Log = { ...silentLog, warn: (fields: object) => void events.push(fields) };
  const stores = { postgres: postgres.options, clickHouses: [clickHouse.options] as const };
  const second = migrateStores(stores, [], log);
  await untilLockWaits(db, { within: 'pg_advisory_lock' });
  expect(events).toEqual([{ event: 'migrate_waits_for_another' }]);

  first.release(true);
  expect(await second).toMatchObject({ postgres: [] });
  await close();
  await Promise.all([postgres.close(), clickHouse.close()]);
});

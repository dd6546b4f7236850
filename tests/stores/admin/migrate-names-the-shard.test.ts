// `kurz migrate` names the ClickHouse shard that is away.

import { freePort, openTestClickHouse, openTestDatabase } from '@kurz/backends';
import { isStoreAway } from '@kurz/api';
import { silentLog } from '@kurz/process';
import { migrateStores } from '../../../services/admin/src/stores/migrate-stores';

test('the shard that does not answer is named, and is asked again', async () => {
  const [postgres, clickHouse] = await Promise.all([openTestDatabase(), openTestClickHouse()]);
  const absent = { ...clickHouse.options, url: `http://127.0.0.1:${await freePort()}` };
  const migrated = migrateStores(
    { postgres: postgres.options, clickHouses: [clickHouse.options, absent] },
    [],
    silentLog,
  );
  const error: unknown = await migrated.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toMatchObject({
    message: expect.stringMatching(/^ClickHouse, shard 2: .*ECONNREFUSED/) as string,
    code: 'ECONNREFUSED',
  });
  expect(isStoreAway(error)).toBe(true);
  await Promise.all([postgres.close(), clickHouse.close()]);
});

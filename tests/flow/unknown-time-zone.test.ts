// Days are UTC, so the machine may have a time zone that ClickHouse's engine does not know.

import { adminResultOf } from './spawn-admin-command';
import { newDataFolder, removeDataFolder, spawnBuilt, startStandalone } from './start-standalone';

/** Time zones in POSIX notation; C libraries know both. */
const TIME_ZONES = ['CET-1CEST,M3.5.0,M10.5.0/3', 'Somewhere/Unknown'];

let dataDirectory: string;
beforeEach(() => (dataDirectory = newDataFolder()));
afterEach(() => removeDataFolder(dataDirectory));

test.each(TIME_ZONES)('the product starts where the machine is in %s', async (TZ) => {
  const kurz = await startStandalone({ dataDirectory, environment: { TZ } });
  const { code } = await kurz.stop();
  expect(code).toBe(0);
});

test('the command opens the counts of a stopped product there', async () => {
  const kurz = await startStandalone({ dataDirectory });
  await kurz.stop();
  const [TZ = ''] = TIME_ZONES;
  const settings = { KURZ_DATA_DIR: dataDirectory, TZ };
  const doctor = await spawnBuilt('admin command', ['doctor', '--json'], settings).finished;
  expect(adminResultOf(doctor)).toMatchObject({ code: 0, json: { isHealthy: true } });
});

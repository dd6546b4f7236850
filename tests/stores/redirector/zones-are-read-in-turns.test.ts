// While messages about zones may be missed, all zones are read again and again. The longer a read takes, the longer the
// rest after it.

import { setTimeout as sleep } from 'node:timers/promises';
import { openTestDatabase, type TestDatabase } from '@kurz/backends';
import { openDatabase, type Database } from '@kurz/database';
import { silentLog } from '@kurz/process';
import { makeZones, type Zones } from '../../../services/redirector/src/resolve/zones';
import { until } from '../../until';
import { LENIENT_TIMEOUTS } from '../../fixture-database';

/** Time between two ticks of the loop. */
const TICK_MS = 1_000;
const TOOK_MS = 3_000;

let postgres: TestDatabase;
let database: Database;
const opened: Zones[] = [];
beforeAll(async () => {
  postgres = await openTestDatabase();
  database = openDatabase({ ...postgres.options, ...LENIENT_TIMEOUTS });
});
afterAll(async () => {
  for (const zones of opened) await zones.close();
  await database.close();
  await postgres.close();
});

type Steered = { zones: Zones; readings: () => number };

function openZones(clock: { now: () => number }, isConnected: () => boolean): Steered {
  let readings = 0;
  const zones = makeZones(
    { db: database.db, clock, log: silentLog, isConnected, done: () => readings++ },
    { hostAliases: {}, refreshMs: 1_000_000, timeoutMs: 60_000 },
  );
  opened.push(zones);
  return { zones, readings: () => readings };
}

test('a reading of all that took long is followed by a rest of four times as long', async () => {
  let now = 0;
  const { zones, readings } = openZones({ now: () => now }, () => false);
  const reading = zones.reload();
  now = TOOK_MS;
  await reading;
  now = 5 * TOOK_MS - 1;
  await sleep(2 * TICK_MS + 500);
  expect(readings()).toBe(1);
  now = 5 * TOOK_MS;
  await until(() => readings() === 2);
});

test('after a gap all are read once more, also when it is over before anybody looks', async () => {
  let isConnected = true;
  const { zones, readings } = openZones({ now: () => 0 }, () => isConnected);
  await zones.reload();
  await sleep(2 * TICK_MS);
  expect(readings()).toBe(1);
  zones.missed();
  await until(() => readings() === 2);
  await sleep(2 * TICK_MS);
  expect(readings()).toBe(2);
  isConnected = false;
  await until(() => readings() >= 4);
  isConnected = true;
  const before = readings();
  await until(() => readings() > before);
  // a read that began before the connection was back may have ended after it
  await sleep(2 * TICK_MS);
  const settled = readings();
  await sleep(2 * TICK_MS);
  expect(readings()).toBe(settled);
});

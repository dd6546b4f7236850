// Anybody can make the front ask whether it may get a certificate, by a handshake with any name. However many such
// questions arrive, connections to PostgreSQL stay free for other requests.

import { createZone } from '@kurz/api';
import { openDatabase, type Database } from '@kurz/database';
import { openTestDatabase, type TestDatabase } from '@kurz/backends';
import { makeTlsAllowedCheck } from '../../../services/api/src/zones/permit-certificate';
import { LENIENT_TIMEOUTS } from '../../fixture-database';
import { untilLockWaits } from '../../lock-waits';

const KNOWN = 'go.known.example';
const CONNECTIONS = 5;

let postgres: TestDatabase;
let database: Database;
let other: Database;
beforeAll(async () => {
  postgres = await openTestDatabase();
  database = openDatabase({
    ...postgres.options,
    ...LENIENT_TIMEOUTS,
    connectionTimeoutMs: 5_000,
    maxConnections: CONNECTIONS,
  });
  other = openDatabase({ ...postgres.options, ...LENIENT_TIMEOUTS });
  await createZone(database.db, { domain: KNOWN, zoneType: 'global' });
});
afterAll(async () => {
  await database.close();
  await other.close();
  await postgres.close();
});

const query = (domain: string) => new URLSearchParams({ domain });

test('questions that PostgreSQL answers slowly leave connections to others', async () => {
  const ask = makeTlsAllowedCheck({
    db: database.db,
    remembered: { wasPermitted: (name) => name === KNOWN },
  });
  const holder = await other.pool.connect();
  await holder.query('BEGIN');
  await holder.query('LOCK TABLE zones IN ACCESS EXCLUSIVE MODE');
  const strangers = Array.from({ length: 40 }, (_, index) => ask(query(`${index}.stranger.example`)));
  const known = ask(query(KNOWN));
  try {
    await untilLockWaits(other.db);
    expect((await database.pool.query('SELECT 1')).rowCount).toBe(1);
    // the question has waited long enough and is answered from memory
    expect((await known).status).toBe(200);
  } finally {
    await holder.query('ROLLBACK');
    holder.release();
  }
  const statuses = (await Promise.all(strangers)).map(({ status }) => status);
  expect(statuses.filter((status) => status !== 404 && status !== 503)).toEqual([]);
  expect((await ask(query('next.stranger.example'))).status).toBe(404);
});

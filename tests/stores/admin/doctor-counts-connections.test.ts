// The doctor counts the connections of other roles too, although it is seldom a superuser.

import { randomBytes } from 'node:crypto';
import { openTestDatabase, type TestDatabase } from '@kurz/backends';
import { openDatabase, type Database } from '@kurz/database';
import { Client } from 'pg';
import { examinePostgres } from '../../../services/admin/src/doctor/examine-postgres';
import { LENIENT_TIMEOUTS } from '../../fixture-database';

const OTHERS = 5;
const suffix = randomBytes(4).toString('hex');
const [owner, service] = [`kurz_owner_${suffix}`, `kurz_service_${suffix}`];
const password = 'of a role';

let postgres: TestDatabase;
let superuser: Database;
beforeAll(async () => {
  postgres = await openTestDatabase();
  superuser = openDatabase({ ...postgres.options, ...LENIENT_TIMEOUTS });
  for (const role of [owner, service])
    await superuser.pool.query(`CREATE ROLE ${role} LOGIN PASSWORD '${password}'`);
  const { database } = postgres.options;
  await superuser.pool.query(`GRANT ALL ON ALL TABLES IN SCHEMA public TO ${owner}`);
  await superuser.pool.query(`GRANT CONNECT ON DATABASE "${database}" TO ${owner}, ${service}`);
});
afterAll(async () => {
  for (const role of [owner, service]) {
    await superuser.pool.query(`DROP OWNED BY ${role}`);
    await superuser.pool.query(`DROP ROLE ${role}`);
  }
  await superuser.close();
  await postgres.close();
});

test('connections of roles whose activity it may not read are counted', async () => {
  const others = Array.from(
    { length: OTHERS },
    () => new Client({ ...postgres.options, user: service, password }),
  );
  await Promise.all(others.map((client) => client.connect()));
  const own = openDatabase({ ...postgres.options, ...LENIENT_TIMEOUTS, user: owner, password });
  try {
    const expected = { isRunning: false, isNetworkPrivate: true, isOwn: true };
    const examined = await examinePostgres(own.db, expected);
    const [, used] = /, (\d+) of \d+ connections/.exec('seen' in examined ? examined.seen : '') ?? [];
    expect(Number(used)).toBeGreaterThan(OTHERS);
  } finally {
    await own.close();
    await Promise.all(others.map((client) => client.end()));
  }
});

// A connection that began while the server took no writes, as on a standby or with a full disk, does not stay in use
// when the server takes writes again.

import { openTestDatabase, type TestDatabase } from '@kurz/backends';
import { openDatabase, type Database } from '@kurz/database';
import { sql } from 'kysely';
import { openFixtureDatabase, LENIENT_TIMEOUTS } from '../../fixture-database';

let postgres: TestDatabase;
let fixture: Database;
beforeAll(async () => {
  postgres = await openTestDatabase();
  // its one connection began before the database was set read-only
  fixture = openFixtureDatabase({ ...postgres.options, maxConnections: 1 });
});
afterAll(async () => {
  await fixture.close();
  await postgres.close();
});

async function setReadOnly(isReadOnly: boolean): Promise<void> {
  const change = isReadOnly
    ? 'SET default_transaction_read_only = on'
    : 'RESET default_transaction_read_only';
  await sql`ALTER DATABASE ${sql.id(postgres.options.database)} ${sql.raw(change)}`.execute(fixture.db);
}

test.each(['a statement', 'a transaction'])(
  '%s that was refused is taken when it is sent again',
  async (kind) => {
    await setReadOnly(true);
    const { db, close } = openDatabase({ ...postgres.options, ...LENIENT_TIMEOUTS, maxConnections: 1 });
    const write = async () => {
      const insert = sql`INSERT INTO link_changes (zone_id, slug) VALUES ('a', 'b')`;
      await (kind === 'a statement'
        ? insert.execute(db)
        : db.transaction().execute((transaction) => insert.execute(transaction)));
    };
    try {
      await expect(write()).rejects.toMatchObject({ code: '25006' });
      await setReadOnly(false);
      await expect(write()).resolves.toBeUndefined();
    } finally {
      await close();
    }
  },
);

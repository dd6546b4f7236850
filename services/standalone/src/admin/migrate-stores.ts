// What `kurz migrate` does. Two of them take turns: ClickHouse has no lock, so PostgreSQL's stands for both.

import { migrateClickTables, openClickHouse, type ClickHouseOptions } from '@kurz/click-tables';
import { migrateDatabase, openDatabase, type DatabaseOptions } from '@kurz/database';
import { UNHURRIED } from './admin-connection';

/** "kurm"; migrateDatabase has a lock of its own. */
const LOCK_KEY = 0x6b75726d;

export type Migrated = { postgres: string[]; clickHouse: string[] };

/** Brings both to this build's form; gives the names of what was applied. */
export async function migrateStores(
  postgres: DatabaseOptions,
  clickHouseOptions: ClickHouseOptions,
): Promise<Migrated> {
  const database = openDatabase({ ...postgres, ...UNHURRIED });
  const clickHouse = openClickHouse(clickHouseOptions);
  try {
    const holder = await database.pool.connect();
    try {
      await holder.query('SELECT pg_advisory_lock($1)', [LOCK_KEY]);
      const applied = await migrateDatabase(database.pool);
      return { postgres: applied, clickHouse: await migrateClickTables(clickHouse) };
    } finally {
      // the end of its session gives back the lock
      holder.release(true);
    }
  } finally {
    await clickHouse.close();
    await database.close();
  }
}

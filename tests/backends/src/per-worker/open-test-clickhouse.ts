// A ClickHouse with empty tables for a test file. The files of a worker share the server, one after the other. A file
// that freezes or kills the server starts its own instead (startClickHouse).

import { openClickHouse } from '@kurz/click-tables';
import { startClickHouse, type TestClickHouse } from '../start-clickhouse';
import { sharedOptions } from './shared-options';

export type TestTables = Pick<TestClickHouse, 'options' | 'close'>;

/** Tables of this build but the list of migrations. */
const tablesOf = (database: string) => `SELECT name FROM system.tables
  WHERE database = '${database}' AND engine LIKE '%MergeTree' AND name != 'migrations'`;

export async function openTestClickHouse(): Promise<TestTables> {
  const options = await sharedOptions<TestClickHouse['options']>('clickhouse');
  if (!options) return startClickHouse();
  const { client, database, close } = openClickHouse(options);
  try {
    const found = await client.query({ query: tablesOf(database), format: 'JSONEachRow' });
    for (const { name } of await found.json<{ name: string }>())
      await client.command({ query: `TRUNCATE TABLE ${database}.${name}` });
  } finally {
    await close();
  }
  return { options, close: () => Promise.resolve() };
}

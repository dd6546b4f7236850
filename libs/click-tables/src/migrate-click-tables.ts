// Applies the numbered SQL files of migrations/ to ClickHouse, each file once. A file is recorded after its last
// statement. ClickHouse has no transaction around them, so each is written so that it may run again after a crash.

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { groundStatements, migrationStatements } from './migration-statements';
import type { ClickHouse } from './open-clickhouse';

const DIRECTORY = path.join(__dirname, '..', 'migrations');

/** Creates the database when it is missing and brings its tables to this build's form; returns the files it applied. */
export async function migrateClickTables(clickHouse: ClickHouse, directory = DIRECTORY): Promise<string[]> {
  const { client, database } = clickHouse;
  for (const query of groundStatements(clickHouse)) await client.command({ query });
  const rows = await client.query({
    query: `SELECT name FROM ${database}.migrations FINAL`,
    format: 'JSONEachRow',
  });
  const done = new Set((await rows.json<{ name: string }>()).map((row) => row.name));
  const applied: string[] = [];
  for (const name of (await readdir(directory)).filter((file) => file.endsWith('.sql')).sort()) {
    if (done.has(name)) continue;
    const sql = await readFile(path.join(directory, name), 'utf8');
    for (const query of migrationStatements(sql, clickHouse)) await client.command({ query });
    await client.insert({ table: `${database}.migrations`, values: [{ name }], format: 'JSONEachRow' });
    applied.push(name);
  }
  return applied;
}

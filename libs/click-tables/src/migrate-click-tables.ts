// Applies the numbered SQL files of migrations/ to ClickHouse, each statement once. Statements are remembered one by
// one, because ClickHouse has no transaction around them; each is written so that it may run again after a crash.

import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import type { ClickHouse } from './open-clickhouse';

const DIRECTORY = path.join(__dirname, '..', 'migrations');

/** A single node flushes each insert to the disk itself; a cluster relies on its replicas. */
const SINGLE_NODE = {
  engine: 'ReplacingMergeTree',
  settings: 'fsync_after_insert = 1, fsync_part_directory = 1',
};

function statementsOf(sql: string): string[] {
  return sql
    .replace(/^--.*$/gm, '')
    .split(';')
    .map((statement) => statement.trim())
    .filter((statement) => statement !== '');
}

/** Creates the database where it is missing and brings its tables to this build's form; returns the files it applied. */
export async function migrateClickTables(clickHouse: ClickHouse, directory = DIRECTORY): Promise<string[]> {
  const { client, database } = clickHouse;
  await client.command({ query: `CREATE DATABASE IF NOT EXISTS ${database}` });
  await client.command({
    query: `CREATE TABLE IF NOT EXISTS ${database}.migrations (name String, applied_at DateTime DEFAULT now())
            ENGINE = ReplacingMergeTree ORDER BY name SETTINGS ${SINGLE_NODE.settings}`,
  });
  const rows = await client.query({
    query: `SELECT name FROM ${database}.migrations FINAL`,
    format: 'JSONEachRow',
  });
  const done = new Set((await rows.json<{ name: string }>()).map((row) => row.name));
  const applied: string[] = [];
  for (const name of (await readdir(directory)).filter((file) => file.endsWith('.sql')).sort()) {
    if (done.has(name)) continue;
    const sql = await readFile(path.join(directory, name), 'utf8');
    for (const statement of statementsOf(sql)) {
      const query = statement
        .replace('{engine}', SINGLE_NODE.engine)
        .replace('{settings}', SINGLE_NODE.settings)
        .replace(/^CREATE TABLE (\w+)/, `CREATE TABLE IF NOT EXISTS ${database}.$1`);
      await client.command({ query });
    }
    await client.insert({ table: `${database}.migrations`, values: [{ name }], format: 'JSONEachRow' });
    applied.push(name);
  }
  return applied;
}

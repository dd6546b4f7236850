// Whether ClickHouse has every migration of this build. Readiness depends on it in each service that uses ClickHouse.

import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { hasErrorCode } from '@kurz/process';
import type { ClickHouse } from './open-clickhouse';

const DIRECTORY = path.join(__dirname, '..', 'migrations');
/** UNKNOWN_TABLE and UNKNOWN_DATABASE: nothing was ever migrated here. */
const ABSENT = ['60', '81'];

/** Names of this build's migrations that ClickHouse lacks. Throws when it does not answer. */
export async function missingClickMigrations({ client, database }: ClickHouse): Promise<string[]> {
  const wanted = (await readdir(DIRECTORY)).filter((name) => name.endsWith('.sql'));
  try {
    const rows = await client.query({
      query: `SELECT name FROM ${database}.migrations FINAL`,
      format: 'JSONEachRow',
    });
    const applied = new Set((await rows.json<{ name: string }>()).map(({ name }) => name));
    return wanted.filter((name) => !applied.has(name));
  } catch (error) {
    if (hasErrorCode(error, ...ABSENT)) return wanted;
    throw error;
  }
}

/** Throws when ClickHouse does not answer. */
export const isClickSchemaCurrent = async (clickHouse: ClickHouse): Promise<boolean> =>
  (await missingClickMigrations(clickHouse)).length === 0;

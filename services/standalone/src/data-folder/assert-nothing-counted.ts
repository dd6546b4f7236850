// Refuses to go on without a folder which counting needs and which is lost, as after half a restore.

import { existsSync } from 'node:fs';
import type { Database } from '@kurz/database';
import { sql } from 'kysely';
import { DataFolderFault } from './data-folder-fault';

/** Throws a DataFolderFault when PostgreSQL knows of counted visits. `missing`: the folder; `todo`: a sentence. */
export async function assertNothingCounted({ db }: Database, missing: string, todo: string): Promise<void> {
  const { rows } = await sql`
    SELECT FROM stream_progress WHERE position > 0 UNION ALL SELECT FROM hit_positions WHERE position > 0 LIMIT 1`.execute(
    db,
  );
  if (rows.length > 0)
    throw new DataFolderFault(`${missing} is missing, but PostgreSQL knows of counted visits. ${todo}`);
}

/** What to do without ClickHouse's folder. */
export const withoutCounts = (directory: string) =>
  `Restore the data folder from a backup, or create an empty folder ${directory} to continue without the counts so far.`;

/** To be called before ClickHouse opens its folder, which makes a missing one. Throws a DataFolderFault. */
export async function assertCountsAreThere(database: Database, directory: string): Promise<void> {
  if (!existsSync(directory)) await assertNothingCounted(database, directory, withoutCounts(directory));
}

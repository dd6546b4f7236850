// Refuses a start that has lost a folder which counting needs, as after half a restore.

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

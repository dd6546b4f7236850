// Makes the writers of a workspace's tags take turns until their transactions end.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';

/** After the locks of keys, before the row of the quota; who holds it waits for neither. */
export async function lockTags(transaction: Db, workspaceId: string): Promise<void> {
  await sql`SELECT pg_advisory_xact_lock(hashtextextended(${`tags/${workspaceId}`}, 0))`.execute(transaction);
}

// Moves a compaction to its next state, unless somebody has done so already.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';

export async function markWritten(db: Db, generation: number): Promise<void> {
  await sql`
    UPDATE compactions SET state = 'written', written_at = now(), claimed_until = now()
    WHERE generation = ${generation} AND state = 'planned'`.execute(db);
}

export async function markSettled(db: Db, generation: number): Promise<void> {
  await sql`
    UPDATE compactions SET state = 'settled', settled_at = now()
    WHERE generation = ${generation} AND state = 'written'`.execute(db);
}

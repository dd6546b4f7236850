// How far hits are counted in a partition; a partition that was never counted is entered at the stream's begin.

import type { Db } from '@kurz/database';
import { sql } from 'kysely';

export async function findHitPosition(db: Db, partition: number, begin: number): Promise<number> {
  await sql`
    INSERT INTO hit_positions (stream_partition, position) VALUES (${partition}, ${begin})
    ON CONFLICT DO NOTHING`.execute(db);
  const row = await db
    .selectFrom('hit_positions')
    .select('position')
    .where('stream_partition', '=', partition)
    .executeTakeFirstOrThrow();
  return row.position;
}

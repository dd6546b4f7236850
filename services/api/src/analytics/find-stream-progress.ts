// Reads how far ClickHouse holds the click stream.

import type { Db } from '@kurz/database';
import { OPEN_COMPACTION, progressOf, type StreamProgress } from './stream-progress';

export async function findStreamProgress(db: Db): Promise<StreamProgress> {
  const rows = await db
    .selectFrom('stream_progress')
    .select([
      'stream_partition as partition',
      'position',
      'consolidated_until',
      OPEN_COMPACTION.as('compaction'),
    ])
    .execute();
  return progressOf(rows);
}

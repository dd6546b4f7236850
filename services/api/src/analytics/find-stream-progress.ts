// Reads how far ClickHouse holds the click stream.

import type { Db } from '@kurz/database';
import { OPEN_COMPACTION, progressOf, type StreamProgress } from './stream-progress';

export const findProgressRows = (db: Db) =>
  db
    .selectFrom('stream_progress')
    .select([
      'stream_partition as partition',
      'position',
      'consolidated_until',
      OPEN_COMPACTION.as('compaction'),
    ])
    .execute();

export const findStreamProgress = async (db: Db): Promise<StreamProgress> =>
  progressOf(await findProgressRows(db));

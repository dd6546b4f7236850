// The sink that counts lifetime hits in Postgres, position and counters in one transaction: exactly once.

import type { Db } from '@kurz/database';
import type { Semaphore } from '@kurz/resilience';
import { sql } from 'kysely';
import type { LinkHits } from '../../aggregate/sum-hits';
import type { TakeNext } from '../../aggregate/take-batch';
import type { IngesterMetrics } from '../../metrics/ingester-metrics';
import type { PartitionSource } from '../../source/partition-source';
import type { Sink } from '../sink';
import { countHits } from './count-hits';

/** How far hits are counted; a partition that was never counted is entered at the stream's begin. */
async function findHitPosition(db: Db, partition: number, begin: number): Promise<number> {
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

type Deps = {
  source: PartitionSource;
  takeNext: TakeNext<LinkHits[]>;
  db: Db;
  metrics: IngesterMetrics;
  /** One batch of this process at a time: partitions that count the same hot link would wait for its row's lock. */
  semaphore: Semaphore;
};

export function makeHitsSink({ source, takeNext, db, metrics, semaphore }: Deps): Sink {
  const { partition } = source;
  return {
    name: 'hits',
    open: async () => {
      const position = await findHitPosition(db, partition, await source.begin());
      const end = await source.syncedEnd();
      if (position > end) {
        throw new Error(
          `hits of partition ${partition} were counted to ${position}, but its stream ends at ${end}: the journal and the database do not belong together`,
        );
      }
      return position;
    },
    step: async (position) => {
      const batch = await takeNext(position);
      if (batch.to === position) return { position, isFull: false };
      const hits = batch.sum;
      const release = await semaphore.take();
      const outcome = await countHits(db, { partition, from: position, to: batch.to }, hits).finally(release);
      // another process counts this partition: go on from its position
      if (outcome.kind === 'superseded') return { position: outcome.position, isFull: true };
      metrics.counted('hits', outcome.hits);
      metrics.dropped('hits', 'unknown_link', batch.visits - outcome.hits);
      return { position: batch.to, isFull: batch.isFull };
    },
  };
}

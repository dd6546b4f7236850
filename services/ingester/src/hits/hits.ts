// The consumer that counts lifetime hits in Postgres, position and counters in one transaction: exactly once.

import type { Db } from '@kurz/database';
import type { Consumer } from '../consume/consumer';
import type { IngesterMetrics } from '../consume/ingester-metrics';
import type { Turns } from '../consume/turns';
import type { ClickSource } from '../read/click-source';
import type { TakeNext } from '../read/take-batch';
import { countHits } from './count-hits';
import { findHitPosition } from './find-hit-position';
import type { LinkHits } from './sum-hits';

type Deps = {
  source: ClickSource;
  takeNext: TakeNext<LinkHits[]>;
  db: Db;
  metrics: IngesterMetrics;
  /** One batch of this process at a time: partitions that count the same hot link would wait for its row's lock. */
  turns: Turns;
};

export function makeHits({ source, takeNext, db, metrics, turns }: Deps): Consumer {
  return {
    name: 'hits',
    open: async (partition) => {
      const position = await findHitPosition(db, partition, await source.begin(partition));
      const end = await source.durableEnd(partition);
      if (position > end) {
        throw new Error(
          `hits of partition ${partition} were counted to ${position}, but its stream ends at ${end}: the journal and the database do not belong together`,
        );
      }
      return position;
    },
    step: async (partition, position) => {
      const batch = await takeNext(partition, position);
      if (batch.to === position) return { position, isFull: false };
      const hits = batch.sum;
      const giveBack = await turns.take();
      const outcome = await countHits(db, { partition, from: position, to: batch.to }, hits).finally(
        giveBack,
      );
      // another process counts this partition: go on from where it stands
      if (outcome.kind === 'superseded') return { position: outcome.position, isFull: true };
      metrics.counted('hits', outcome.hits);
      metrics.dropped('hits', 'unknown_link', batch.visits - outcome.hits);
      return { position: batch.to, isFull: batch.isFull };
    },
  };
}

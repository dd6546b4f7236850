// Where the stream ends, and whether every consumer has passed such ends. Asks Kafka's committed offsets and the
// stores, which speak for all ingesters together.

import type { StreamOffsets } from '@kurz/click-stream';
import type { Db } from '@kurz/database';
import type { LiveClicks } from '@kurz/live-clicks';
import { streamGroupOf } from '../source/consumer-name';
import { findFilled } from '../missed/missed-ranges';
import { memoizeTtl } from '../waiting/memoize-ttl';
import type { StreamEnds } from './open-erasures';

type Deps = { offsets: StreamOffsets; db: Db; liveClicks: LiveClicks };

/** How long positions are cached: one round of the eraser asks for up to 150 links. */
const TTL_MS = 500;

export function makeCountedEnds({ offsets, db, liveClicks }: Deps): {
  ends: () => Promise<StreamEnds>;
  haveAllCounted: (ends: StreamEnds, shard: number) => Promise<boolean>;
} {
  // An intent that is open holds its offset back: nothing before the offset is under way.
  const positions = memoizeTtl(async () => {
    const consolidated = await offsets.committed(streamGroupOf('consolidate'));
    const hits = await db.selectFrom('hit_positions').selectAll().execute();
    const least = new Map<number, number>();
    for (const { stream_partition: partition, position } of hits) {
      const shown = await liveClicks.position(partition);
      least.set(partition, Math.min(consolidated.get(partition)?.offset ?? -1, position, shown ?? -1));
    }
    return { least, lacking: await findFilled(db), ranges: await offsets.ranges() };
  }, TTL_MS);

  return {
    ends: async () => {
      const ends: StreamEnds = {};
      for (const [partition, { end }] of await offsets.ranges()) ends[partition] = end;
      return ends;
    },
    haveAllCounted: async (ends, shard) => {
      const { least, lacking, ranges } = await positions();
      return Object.entries(ends).every(([name, end]) => {
        const partition = Number(name);
        const begin = ranges.get(partition)?.begin ?? Infinity;
        // the stream no longer holds anything from before that end
        if (end <= begin) return true;
        const isFilled = lacking.every(
          (of) => of.shard !== shard || of.partition !== partition || of.filled >= end,
        );
        return isFilled && (least.get(partition) ?? -1) >= end;
      });
    },
  };
}

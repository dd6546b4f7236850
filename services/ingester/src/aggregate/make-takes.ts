// How the sinks take their batches of a partition: each its own, in the size that suits its store. On Kafka, while a
// backlog waits, the first sink to come aggregates a batch for all three.

import type { Visit } from '@kurz/click-event';
import type { ClassifiedVisit } from '../classify';
import type { PartitionSource } from '../source/partition-source';
import { makeFold } from './fold-visits';
import type { FoldedLinkDay } from './folded-link-day';
import type { AggregatedBatch, BatchCache } from './shared-batch-cache';
import { hitsOfFolded, sumHits, type LinkHits } from './sum-hits';
import type { VisitSum } from './sum-lines';
import { reformBatch, takeBatch, type SummedBatch, type TakeAgain, type TakeNext } from './take-batch';

/** A partition as one sink reads it. */
export type SinkInput = {
  source: PartitionSource;
  /** Where batches of this partition are shared by the sinks. */
  cache?: BatchCache;
};

export type Takes = {
  /** One row for each link and day. */
  folded: (input: SinkInput) => TakeNext<FoldedLinkDay[]>;
  /** The same batch once more. */
  again: (input: SinkInput) => TakeAgain<FoldedLinkDay[]>;
  /** Lifetime hits by link. */
  hits: (input: SinkInput) => TakeNext<LinkHits[]>;
};

const hitsOf = (batch: AggregatedBatch): SummedBatch<LinkHits[]> => ({ ...batch, sum: hitsOfFolded(batch.sum) });

export function makeTakes(
  classify: (visit: Visit) => ClassifiedVisit,
  { maxVisits }: { maxVisits: number },
): Takes {
  const beginFold = (): VisitSum<FoldedLinkDay[]> => {
    const fold = makeFold();
    return { add: (visit) => fold.add(classify(visit)), result: fold.rows };
  };
  const takeBy = <Result>(
    { source, cache }: SinkInput,
    { of, begin }: { of: (folded: AggregatedBatch) => SummedBatch<Result>; begin: () => VisitSum<Result> },
  ): TakeNext<Result> => {
    if (!cache) return (from) => takeBatch(source, { from, maxVisits }, begin);
    let isMoreWaiting = false;
    return async (from) => {
      cache.standsAt(from);
      const range = () => ({ from, maxVisits, before: cache.nextBegin() });
      const isToShare = isMoreWaiting || (await source.isBehind());
      const folded = isToShare ? await cache.take(() => takeBatch(source, range(), beginFold)) : undefined;
      const batch = folded ? of(folded) : await takeBatch(source, range(), begin);
      isMoreWaiting = batch.isFull;
      return batch;
    };
  };

  return {
    folded: (input) => takeBy(input, { begin: beginFold, of: (folded) => folded }),
    again:
      ({ source, cache }) =>
      async (range) =>
        (await cache?.find(range)) ?? reformBatch(source, range, beginFold),
    hits: (input) => takeBy(input, { begin: sumHits, of: hitsOf }),
  };
}

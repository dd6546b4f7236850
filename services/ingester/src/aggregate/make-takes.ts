// How the sinks take their batches of a partition: each its own, in the size that suits its store. On Kafka, while a
// backlog waits, the first sink to come aggregates a batch for all three.

import type { Visit } from '@kurz/click-event';
import type { ClassifiedVisit } from '../classify';
import type { PartitionSource } from '../source/partition-source';
import { makeFold } from './fold-visits';
import type { FoldedLinkDay } from './folded-link-day';
import type { FoldedBatch, Sharer } from './shared-folds';
import { hitsOfFolded, sumHits, type LinkHits } from './sum-hits';
import type { VisitSum } from './sum-lines';
import { reformBatch, takeBatch, type SummedBatch, type TakeAgain, type TakeNext } from './take-batch';

/** A partition as one sink reads it. */
export type SinkInput = {
  source: PartitionSource;
  /** Where batches of this partition are shared by the sinks. */
  sharer?: Sharer;
};

export type Takes = {
  /** One row for each link and day. */
  folded: (input: SinkInput) => TakeNext<FoldedLinkDay[]>;
  /** The same batch once more. */
  again: (input: SinkInput) => TakeAgain<FoldedLinkDay[]>;
  /** Lifetime hits by link. */
  hits: (input: SinkInput) => TakeNext<LinkHits[]>;
};

const hitsOf = (batch: FoldedBatch): SummedBatch<LinkHits[]> => ({ ...batch, sum: hitsOfFolded(batch.sum) });

export function makeTakes(
  classify: (visit: Visit) => ClassifiedVisit,
  { maxVisits }: { maxVisits: number },
): Takes {
  const beginFold = (): VisitSum<FoldedLinkDay[]> => {
    const fold = makeFold();
    return { add: (visit) => fold.add(classify(visit)), result: fold.rows };
  };
  const takeBy = <Result>(
    { source, sharer }: SinkInput,
    { of, begin }: { of: (folded: FoldedBatch) => SummedBatch<Result>; begin: () => VisitSum<Result> },
  ): TakeNext<Result> => {
    if (!sharer) return (from) => takeBatch(source, { from, maxVisits }, begin);
    let isMoreWaiting = false;
    return async (from) => {
      sharer.standsAt(from);
      const range = () => ({ from, maxVisits, before: sharer.nextBegin() });
      const isToShare = isMoreWaiting || (await source.isBehind());
      const folded = isToShare ? await sharer.take(() => takeBatch(source, range(), beginFold)) : undefined;
      const batch = folded ? of(folded) : await takeBatch(source, range(), begin);
      isMoreWaiting = batch.isFull;
      return batch;
    };
  };

  return {
    folded: (input) => takeBy(input, { begin: beginFold, of: (folded) => folded }),
    again:
      ({ source, sharer }) =>
      async (range) =>
        (await sharer?.find(range)) ?? reformBatch(source, range, beginFold),
    hits: (input) => takeBy(input, { begin: sumHits, of: hitsOf }),
  };
}

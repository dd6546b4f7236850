// How the three consumers of a partition in Kafka take their batches. While a backlog waits, the first to come folds a
// batch for all of them; else each takes its own, in the sizes that suit its store.

import type { Visit } from '@kurz/click-event';
import type { ClassifiedVisit } from '../classify';
import type { ClickSource } from '../source/click-source';
import type { ConsumerName } from '../source/consumer-name';
import type { FoldedLinkDay } from './folded-link-day';
import { makeSharedFolds, type FoldedBatch, type Sharer } from './shared-folds';
import { sumFolded } from './sum-folded';
import { hitsOfFolded, sumHits, type LinkHits } from './sum-hits';
import type { VisitSum } from './sum-lines';
import { reformBatch, takeBatch, type SummedBatch, type TakeAgain, type TakeNext } from './take-batch';

export type StreamTakes = {
  join: (partition: number, name: ConsumerName, signal: AbortSignal) => Sharer;
  folded: (source: ClickSource, sharer: Sharer) => TakeNext<FoldedLinkDay[]>;
  again: (source: ClickSource, sharer: Sharer) => TakeAgain<FoldedLinkDay[]>;
  hits: (source: ClickSource, sharer: Sharer) => TakeNext<LinkHits[]>;
};

/** Of a batch that is worth to be shared. */
const LEAST_VISITS = 10_000;
const MOST_VISITS = 500_000;

const hitsOf = (batch: FoldedBatch): SummedBatch<LinkHits[]> => ({ ...batch, sum: hitsOfFolded(batch.sum) });

export function makeStreamTakes(
  deps: { classify: (visit: Visit) => ClassifiedVisit; onShared: (name: ConsumerName) => void },
  { maxVisits }: { maxVisits: number },
): StreamTakes {
  const shared = makeSharedFolds(
    { now: () => performance.now(), onShared: deps.onShared },
    { leastVisits: Math.min(LEAST_VISITS, maxVisits / 2), mostVisits: MOST_VISITS },
  );
  const beginFold = () => sumFolded(deps.classify);
  const takeBy = <Result>(
    source: ClickSource,
    sharer: Sharer,
    { of, begin }: { of: (folded: FoldedBatch) => SummedBatch<Result>; begin: () => VisitSum<Result> },
  ): TakeNext<Result> => {
    let isMoreWaiting = false;
    return async (partition, from) => {
      sharer.standsAt(from);
      const range = () => ({ partition, from, maxVisits, before: sharer.nextBegin() });
      const isToShare = isMoreWaiting || (await source.isBehind?.(partition)) === true;
      const folded = isToShare ? await sharer.take(() => takeBatch(source, range(), beginFold)) : undefined;
      const batch = folded ? of(folded) : await takeBatch(source, range(), begin);
      isMoreWaiting = batch.isFull;
      return batch;
    };
  };

  return {
    join: shared.join,
    folded: (source, sharer) => takeBy(source, sharer, { begin: beginFold, of: (folded) => folded }),
    again: (source, sharer) => async (partition, range) =>
      (await sharer.find(range)) ?? reformBatch(source, { partition, ...range }, beginFold),
    hits: (source, sharer) => takeBy(source, sharer, { begin: sumHits, of: hitsOf }),
  };
}

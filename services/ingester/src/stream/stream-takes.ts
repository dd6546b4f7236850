// How the three consumers of a partition in Kafka take their batches: while a backlog waits, as whoever comes first has
// folded them; else each by itself, in the sizes that suit its store.

import type { Visit } from '@kurz/click-event';
import type { ClassifiedVisit } from '../classify';
import type { ConsumerName } from '../consume/consumer';
import type { FoldedLinkDay } from '../fold';
import { sumFolded } from '../fold/sum-folded';
import { hitsOfFolded } from '../hits/hits-of-folded';
import { sumHits, type LinkHits } from '../hits/sum-hits';
import type { ClickSource } from '../read/click-source';
import type { VisitSum } from '../read/sum-lines';
import { reformBatch, takeBatch, type SummedBatch, type TakeAgain, type TakeNext } from '../read/take-batch';
import { makeSharedFolds, type FoldedBatch, type Sharer } from '../share/shared-folds';

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

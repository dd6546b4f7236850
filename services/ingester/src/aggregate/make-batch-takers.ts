// Each sink takes its own batches of a partition, in the size that suits its store. On Kafka, while a backlog waits,
// the first sink that comes aggregates a batch for all three.

import type { Visit } from '@kurz/click-event';
import { isTraced, linkSpans } from '@kurz/process';
import type { ClassifiedVisit } from '@kurz/visitor-facts';
import type { PartitionSource } from '../source/partition-source';
import { makeAggregate } from './aggregate-visits';
import type { LinkDayCounts } from './link-day-counts';
import type { AggregatedBatch, BatchCache } from './shared-batch-cache';
import { hitsOfRows, sumHits, type LinkHits } from './sum-hits';
import type { VisitSum } from './sum-lines';
import {
  reformBatch,
  takeBatch,
  type SummedBatch,
  type TakeAgain,
  type TakeBefore,
  type TakeNext,
} from './take-batch';

/** A partition as one sink reads it. */
export type SinkInput = {
  source: PartitionSource;
  /** Batches of this partition that the sinks share. */
  cache?: BatchCache;
};

export type BatchTakers = {
  /** One row for each link and day. */
  aggregated: (input: SinkInput) => TakeNext<LinkDayCounts[]>;
  /** The next batch of a range that a shard missed. */
  before: (input: Pick<SinkInput, 'source'>) => TakeBefore<LinkDayCounts[]>;
  /** The same batch once more. */
  again: (input: SinkInput) => TakeAgain<LinkDayCounts[]>;
  /** Lifetime hits by link. */
  hits: (input: SinkInput) => TakeNext<LinkHits[]>;
};

/** Most links of a span; a span keeps 128 by default. */
const MAX_SPAN_LINKS = 32;

const hitsOf = (batch: AggregatedBatch): SummedBatch<LinkHits[]> => ({
  ...batch,
  sum: hitsOfRows(batch.sum),
});

export function makeBatchTakers(
  classify: (visit: Visit) => ClassifiedVisit,
  { maxVisits }: { maxVisits: number },
): BatchTakers {
  const beginAggregate = (): VisitSum<LinkDayCounts[]> => {
    const aggregate = makeAggregate();
    return { add: (visit) => aggregate.add(classify(visit)), result: aggregate.rows };
  };
  const takeBy = <Result>(
    { source, cache }: SinkInput,
    {
      of,
      begin,
    }: { of: (aggregated: AggregatedBatch) => SummedBatch<Result>; begin: () => VisitSum<Result> },
  ): TakeNext<Result> => {
    if (!cache) return (from) => takeBatch(source, { from, maxVisits }, begin);
    let isMoreWaiting = false;
    return async (from) => {
      cache.standsAt(from);
      const range = () => ({ from, maxVisits, before: cache.nextBegin() });
      const isToShare = isMoreWaiting || (await source.isBehind());
      const aggregated = isToShare
        ? await cache.take(() => takeBatch(source, range(), beginAggregate))
        : undefined;
      const batch = aggregated ? of(aggregated) : await takeBatch(source, range(), begin);
      isMoreWaiting = batch.isFull;
      return batch;
    };
  };

  /** Links a step's span to the spans of the transactions that shipped its batch. */
  const linked =
    <Result>(take: TakeNext<Result>): TakeNext<Result> =>
    async (from) => {
      const batch = await take(from);
      if (isTraced())
        linkSpans(batch.ranges.flatMap(({ traceparent }) => traceparent ?? []).slice(0, MAX_SPAN_LINKS));
      return batch;
    };

  return {
    aggregated: (input) => linked(takeBy(input, { begin: beginAggregate, of: (aggregated) => aggregated })),
    before:
      ({ source }) =>
      (range) =>
        takeBatch(source, { ...range, maxVisits }, beginAggregate),
    again:
      ({ source, cache }) =>
      async (range) =>
        (await cache?.find(range)) ?? reformBatch(source, range, beginAggregate),
    hits: (input) => linked(takeBy(input, { begin: sumHits, of: hitsOf })),
  };
}

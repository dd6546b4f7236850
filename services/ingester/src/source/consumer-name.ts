// The names of the three consumers of the stream. Each has a position of its own and, in Kafka, a consumer group of its
// own.

export type ConsumerName = 'consolidate' | 'hits' | 'live';

export const CONSUMER_NAMES: readonly ConsumerName[] = ['consolidate', 'hits', 'live'];

/** The group whose members write what shards of ClickHouse missed; it has no positions in Kafka. */
export const BACKFILL_GROUP = 'kurz-backfill';

/** The consumer group in Kafka. */
export const streamGroupOf = (consumer: ConsumerName) => `kurz-${consumer}`;

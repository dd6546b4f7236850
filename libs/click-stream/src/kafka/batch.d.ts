// The parts of kafkajs's batch (what a consumer makes of a fetch) that kafkajs-patches.ts and tests use.

declare module 'kafkajs/src/consumer/batch' {
  import type Broker from 'kafkajs/src/broker';

  class Batch {
    constructor(topic: string, fetchedOffset: string, partition: Broker.Partition);
    messages: Broker.Message[];
    firstOffset(): string | null;
    lastOffset(): string;
    isEmpty(): boolean;
    isEmptyDueToFiltering(): boolean;
  }
  export = Batch;
}

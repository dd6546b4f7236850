// The parts of kafkajs's batch (what a consumer makes of a fetch) that tests use.

declare module 'kafkajs/src/consumer/batch' {
  import type Broker from 'kafkajs/src/broker';

  class Batch {
    constructor(topic: string, fetchedOffset: string, partition: Broker.Partition);
    messages: Broker.Message[];
    firstOffset(): string | null;
    lastOffset(): string;
    isEmptyDueToFiltering(): boolean;
  }
  export = Batch;
}

// The parts of kafkajs's consumer group that kafkajs-patches.ts replaces.

declare module 'kafkajs/src/consumer/consumerGroup' {
  import type Batch from 'kafkajs/src/consumer/batch';

  class ConsumerGroup {
    /** For the next fetch, ms. */
    maxWaitTime: number;
    subscriptionState: { paused: () => readonly object[] };
    fetch: (this: ConsumerGroup, nodeId: string) => Promise<Batch[]>;
    commitOffsets: (this: ConsumerGroup, offsets: object) => Promise<void>;
    /** Wall clock, ms. */
    lastRequest: number;
    groupId: string;
    memberId: string | null;
    instrumentationEmitter: { emit: (event: string, payload: object) => void };
    joinAndSync: (this: ConsumerGroup) => Promise<void>;
    recoverFromOffsetOutOfRange: (error: Error) => Promise<void>;
  }
  export = ConsumerGroup;
}

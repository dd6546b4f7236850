// The parts of kafkajs's consumer group that steady-heartbeats.ts, patient-joining.ts and keep-committed.ts replace.

declare module 'kafkajs/src/consumer/consumerGroup' {
  class ConsumerGroup {
    /** Wall clock, ms. */
    lastRequest: number;
    joinAndSync: (this: ConsumerGroup) => Promise<void>;
    recoverFromOffsetOutOfRange: (error: Error) => Promise<void>;
  }
  export = ConsumerGroup;
}

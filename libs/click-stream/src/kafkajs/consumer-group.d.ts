// The parts of kafkajs's consumer group that steady-heartbeats.ts and patient-joining.ts replace.

declare module 'kafkajs/src/consumer/consumerGroup' {
  class ConsumerGroup {
    /** Wall clock, ms. */
    lastRequest: number;
    joinAndSync: (this: ConsumerGroup) => Promise<void>;
  }
  export = ConsumerGroup;
}

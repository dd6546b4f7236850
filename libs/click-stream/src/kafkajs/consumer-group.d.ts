// The part of kafkajs's consumer group that steady-heartbeats.ts replaces.

declare module 'kafkajs/src/consumer/consumerGroup' {
  class ConsumerGroup {
    /** Wall clock, ms. */
    lastRequest: number;
  }
  export = ConsumerGroup;
}

// The parts of kafkajs's consumer group that kafkajs-patches.ts replaces.

declare module 'kafkajs/src/consumer/consumerGroup' {
  class ConsumerGroup {
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

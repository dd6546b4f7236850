// The parts of kafkajs's connection to a broker that other files of this folder replace or use.

declare module 'kafkajs/src/broker' {
  class Broker {
    fetch: (this: Broker, request: unknown) => Promise<{ responses: { partitions: Broker.Partition[] }[] }>;
    offsetFetch: (this: Broker, request: Broker.OffsetFetchRequest) => Promise<Broker.OffsetAnswer>;
    listOffsets: (this: Broker, request: Broker.OffsetsRequest) => Promise<unknown>;
    metadata: (this: Broker, topics?: string[]) => Promise<Broker.Metadata>;
    /** By the API's number; null before it is connected. */
    versions: Record<number, { maxVersion: number }> | null;
    connectionPool: { send: <Answer>(exchange: Broker.Exchange<Answer>) => Promise<Answer> };
  }
  namespace Broker {
    type Message = {
      offset: string;
      key: Buffer | null;
      isControlRecord?: boolean;
      /** Missing in the message format that is older than transactions. */
      batchContext?: { producerId: string; inTransaction: boolean };
    };
    type Partition = {
      /** In the order of their ends; null or absent without `read_committed`. */
      abortedTransactions?: { producerId: string; firstOffset: string }[] | null;
      messages: Message[];
    };
    /** The codes are 0 when there is no error. */
    type Metadata = { topicMetadata: { partitionMetadata: { partitionErrorCode: number }[] }[] };
    /** `isolationLevel`: 0 counts the records of open transactions as well. */
    type OffsetsRequest = { isolationLevel?: number };
    type OffsetFetchRequest = {
      groupId: string;
      topics: { topic: string; partitions: { partition: number }[] }[];
    };
    type OffsetOfPartition = {
      partition: number;
      offset: string;
      metadata: string | null;
      errorCode: number;
    };
    type OffsetAnswer = { responses: { topic: string; partitions: OffsetOfPartition[] }[] };
    type Exchange<Answer> = {
      request: { apiKey: number; apiVersion: number; apiName: string; encode: () => Promise<unknown> };
      response: {
        decode: (bytes: Buffer) => Promise<Answer & { clientSideThrottleTime: number }>;
        parse: (answer: Answer & { errorCode: number }) => Promise<Answer>;
      };
    };
  }
  export = Broker;
}

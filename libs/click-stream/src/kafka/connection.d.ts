// The parts of kafkajs's connection that kafkajs-patches.ts replaces.

declare module 'kafkajs/src/network/connection' {
  class Connection {
    /** What has come of an answer that is not whole. */
    chunks: Buffer[];
    bytesBuffered: number;
    /** The size before an answer, or the answer with it. */
    bytesNeeded: number;
    isConnected(): boolean;
    connect: (this: Connection) => Promise<boolean>;
  }
  export = Connection;
}

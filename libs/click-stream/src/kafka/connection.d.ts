// The parts of kafkajs's connection that kafkajs-patches.ts replaces.

declare module 'kafkajs/src/network/connection' {
  class Connection {
    /** The received part of an incomplete response. */
    chunks: Buffer[];
    bytesBuffered: number;
    /** The bytes of the size field before a response, or of that field and the response. */
    bytesNeeded: number;
    isConnected(): boolean;
    connect: (this: Connection) => Promise<boolean>;
  }
  export = Connection;
}

// The messages between kafkajs's group members; tests compare them with those that this product's other client writes.

declare module 'kafkajs/src/consumer/assignerProtocol' {
  type Assignment = Record<string, number[]>;
  const protocol: {
    MemberMetadata: { decode: (bytes: Buffer) => { topics: string[] } };
    MemberAssignment: {
      encode: (given: { version: number; assignment: Assignment }) => Buffer;
      decode: (bytes: Buffer) => { assignment: Assignment };
    };
  };
  export = protocol;
}

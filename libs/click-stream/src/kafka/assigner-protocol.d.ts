// What kafkajs's members of a group tell each other; tests compare it with what this product's other client writes.

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

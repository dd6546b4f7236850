// The parts of kafkajs's wire format that fetch-stable-offsets.ts uses.

declare module 'kafkajs/src/protocol/encoder' {
  class Encoder {
    writeInt32(value: number): this;
    writeBoolean(value: boolean): this;
    writeUVarInt(value: number): this;
    writeUVarIntString(value: string): this;
    writeUVarIntArray(items: Encoder[]): this;
  }
  export = Encoder;
}

declare module 'kafkajs/src/protocol/decoder' {
  class Decoder {
    constructor(bytes: Buffer);
    readInt16(): number;
    readInt32(): number;
    readInt64(): { toString: () => string };
    readUVarIntString(): string | null;
    readUVarIntArray<Item>(read: (decoder: Decoder) => Item): Item[];
    readTaggedFields(): unknown;
  }
  export = Decoder;
}

declare module 'kafkajs/src/protocol/error' {
  export function createErrorFromCode(code: number): Error;
}

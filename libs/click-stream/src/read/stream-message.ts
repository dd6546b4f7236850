// A message as it was received: the reader hands it out, whoever counts decodes it.

export type StreamMessage = {
  offset: number;
  key: Buffer | null;
  value: Buffer | null;
  headers: Readonly<Record<string, Buffer | string | (Buffer | string)[] | undefined>>;
};

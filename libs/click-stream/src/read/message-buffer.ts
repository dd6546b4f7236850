// The received but not yet taken messages of one partition: an unbroken run of the log. A session asks for them by
// offset. A delivery that does not continue the run is refused, because Kafka's client may have moved by itself.

/** A message as it was received. */
export type StreamMessage = {
  offset: number;
  key: Buffer | null;
  value: Buffer | null;
  headers: Readonly<Record<string, Buffer | string | (Buffer | string)[] | undefined>>;
};

export type ReceivedBatch = {
  /** The requested offset. */
  fetchedOffset: number;
  /** Offset of the last record, control records included. */
  lastOffset: number;
  messages: readonly StreamMessage[];
};

export type MessageBuffer = {
  /** Forgets all; the run begins at `offset`. */
  restart: (offset: number) => void;
  /** Returns false when the batch does not continue the run; then nothing of it is kept. */
  accept: (batch: ReceivedBatch) => boolean;
  /** Whether reading may go on at `offset` without asking Kafka for it again. */
  holds: (offset: number) => boolean;
  /** All messages from `offset` on; older ones are forgotten. */
  from: (offset: number) => readonly StreamMessage[];
  /** Forgets the messages before `offset`. */
  dropBefore: (offset: number) => void;
  /** The offset before which everything was received; undefined before the first `restart`. */
  reached: () => number | undefined;
  /** Bytes of the messages held. */
  bytes: () => number;
};

const sizeOf = (message: StreamMessage) => message.value?.length ?? 0;

export function makeMessageBuffer(): MessageBuffer {
  let messages: StreamMessage[] = [];
  let start = 0;
  let next: number | undefined;
  let bytes = 0;

  const dropBefore = (offset: number) => {
    const kept = messages.findIndex((message) => message.offset >= offset);
    const dropped = messages.splice(0, kept === -1 ? messages.length : kept);
    for (const message of dropped) bytes -= sizeOf(message);
    start = Math.max(start, offset);
  };

  return {
    restart: (offset) => {
      messages = [];
      bytes = 0;
      start = offset;
      next = offset;
    },
    accept: (batch) => {
      if (batch.fetchedOffset !== next || batch.lastOffset < next) return false;
      for (const message of batch.messages) {
        messages.push(message);
        bytes += sizeOf(message);
      }
      next = batch.lastOffset + 1;
      return true;
    },
    holds: (offset) => next !== undefined && start <= offset && offset <= next,
    from: (offset) => {
      dropBefore(offset);
      return messages;
    },
    dropBefore,
    reached: () => next,
    bytes: () => bytes,
  };
}

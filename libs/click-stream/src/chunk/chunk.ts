// What one Kafka message of the click stream holds: lines of one redirector's journal, in order, and their positions.
//
// A journal goes to one partition for 8 MiB of its positions, then to the next (partition-of.ts), so it spreads over
// all. Each message names the end of the one before it in its partition, so that a missing or repeated message is
// noticed there.

/** Message key: the journal's id. Value: the lines joined by '\n'. Headers: the other fields, in decimal. */
export type ChunkRange = {
  journal: string;
  /** Where reading continued: at the `last` of the journal's previous message, in whichever partition, or later. */
  first: number;
  /** Journal position after the last line. */
  last: number;
  /**
   * `last` of the journal's previous message in the same partition, which a consumer of this partition has seen.
   * Undefined for the first message, and when the shipper no longer knows it.
   */
  after: number | undefined;
  /** Trace context of the transaction that shipped the chunk, when it was traced. */
  traceparent?: string;
};

/** `lines`: joined by '\n' (Latin-1), at most 512 KiB and one line more, and at most 4,000 lines; `count`: how many. */
export type Chunk = ChunkRange & { lines: Buffer; count: number };

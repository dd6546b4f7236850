// What one Kafka message of the click stream holds: lines of one redirector's journal, in order, and their positions.
//
// A journal goes to one partition for 8 MiB of its positions, then to the next (partition-of.ts), so it spreads over
// all. Each message names the end of the one before it in its partition, so that a missing or repeated message is
// noticed there.

/** Message key: the journal's id. Value: the lines joined by '\n'. Headers: the other fields, in decimal. */
export type ChunkRange = {
  journal: string;
  /** Where reading went on: the `last` of the journal's message before, in whichever partition it is, or later. */
  first: number;
  /** Journal position after the last line. */
  last: number;
  /**
   * `last` of the journal's message before in the same partition: what a consumer of this partition has seen before.
   * Undefined for the first one, and when the shipper does not know it any more.
   */
  after: number | undefined;
  /** Of the transaction that shipped it, where that was traced. */
  traceparent?: string;
};

/** `lines`: joined by '\n' (Latin-1), at most 512 KiB of them and one line more, and at most 4,000; `count`: how many. */
export type Chunk = ChunkRange & { lines: Buffer; count: number };

// What this product asks Kafka about topics, groups and offsets, outside of shipping and reading.

/** Offset of the oldest record kept, and the one after the newest. */
export type OffsetRange = { begin: number; end: number };

/** `offset`: below 0 when the group has none. */
export type GroupOffset = { partition: number; offset: number; metadata: string };

/** Every function throws Kafka's error. */
export type StreamAdmin = {
  countPartitions: (topic: string) => Promise<number>;
  /** The range of every partition, up to the end of what consumers may read: before the oldest open transaction. */
  ranges: (topic: string) => Promise<ReadonlyMap<number, OffsetRange>>;
  /** Offset after the newest record of every partition, those of open transactions included. */
  writtenEnds: (topic: string) => Promise<ReadonlyMap<number, number>>;
  /** For every partition the first offset at or after `time`, ms; without one, the offset after the newest record. */
  offsetsAt: (topic: string, time: number) => Promise<ReadonlyMap<number, number>>;
  /** Offsets as committed a moment ago or earlier; does not wait for open transactions. */
  committed: (groupId: string, topic: string) => Promise<GroupOffset[]>;
  /** Waits while a transaction with offsets of the group is open: no transaction that was begun changes the result. */
  stable: (groupId: string, topic: string) => Promise<GroupOffset[]>;
  groups: () => Promise<string[]>;
  /** Also 0 for a group that Kafka does not know. */
  countMembers: (groupId: string) => Promise<number>;
  setOffset: (groupId: string, topic: string, given: { partition: number; offset: number }) => Promise<void>;
  close: () => Promise<void>;
};

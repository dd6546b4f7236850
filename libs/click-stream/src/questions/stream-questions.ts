// What this product asks of Kafka about topics, groups and offsets, outside of shipping and reading.

/** Offset of the oldest record kept, and the one after the newest. */
export type OffsetRange = { begin: number; end: number };

/** `offset`: below 0 where the group has none. */
export type GroupOffset = { partition: number; offset: number; metadata: string };

/** @throws what Kafka answers: every function of it. */
export type StreamQuestions = {
  countPartitions: (topic: string) => Promise<number>;
  /** Of every partition, to the end of what consumers may read: before the oldest transaction that is open. */
  ranges: (topic: string) => Promise<ReadonlyMap<number, OffsetRange>>;
  /** Offset after the newest record of every partition, those of open transactions included. */
  writtenEnds: (topic: string) => Promise<ReadonlyMap<number, number>>;
  /** Of every partition the first record at or after `time`, ms; where there is none, the offset after the newest. */
  offsetsAt: (topic: string, time: number) => Promise<ReadonlyMap<number, number>>;
  /** As committed a moment ago or earlier, whatever transaction is open. */
  committed: (groupId: string, topic: string) => Promise<GroupOffset[]>;
  /** Waits while a transaction with offsets of the group is open: nothing that was begun changes what it gives. */
  settled: (groupId: string, topic: string) => Promise<GroupOffset[]>;
  groups: () => Promise<string[]>;
  /** 0 also of a group that Kafka does not know. */
  countMembers: (groupId: string) => Promise<number>;
  setOffset: (groupId: string, topic: string, given: { partition: number; offset: number }) => Promise<void>;
  close: () => Promise<void>;
};

// Batch intents: where consolidate records what it is about to write, beside the offset in Kafka or in small files
// (embedded).

/**
 * `to` null: all before `from` is in ClickHouse, nothing is in flight. Otherwise [from, to) may be there in part.
 * `isSetByHand`: a person set it with Kafka's tools, so visits before `from` may never have been counted.
 */
export type BatchIntent = { partition: number; from: number; to: number | null; isSetByHand?: boolean };

/** An intent is damaged, or was recorded for another stream: counting on would be wrong. */
export class UnusableIntent extends Error {}

export type IntentLog = {
  /** Undefined when this partition was never consolidated. */
  read: (partition: number) => Promise<BatchIntent | undefined>;
  /** Resolves when a power cut cannot undo it. */
  record: (intent: BatchIntent) => Promise<void>;
  /** Partitions that have an intent, including finished ones. */
  partitions: () => Promise<number[]>;
};

// Batch intents: where consolidate records what it is about to write, beside the offset in Kafka or in small files
// (embedded).

/**
 * `to` null: everything before `from` is in ClickHouse, nothing is under way. Else the batch [from, to) may be in part.
 * `isSetByHand`: no ingester wrote it (Kafka's tools), so what is before `from` may never have been counted.
 */
export type BatchIntent = { partition: number; from: number; to: number | null; isSetByHand?: boolean };

/** An intent is damaged, or the stream is not the one that it was recorded for: counting would be wrong. */
export class UnusableIntent extends Error {}

export type IntentLog = {
  /** Undefined when this partition was never consolidated. */
  read: (partition: number) => Promise<BatchIntent | undefined>;
  /** Resolves when a power cut cannot undo it. */
  record: (intent: BatchIntent) => Promise<void>;
  /** Partitions that have an intent, finished ones among them. */
  partitions: () => Promise<number[]>;
};

// Batch intents: where consolidate records what it is about to write, beside the offset in Kafka or in small files
// (embedded).

/** `to` null: everything before `from` is in ClickHouse, nothing is under way. Else the batch [from, to) may be in part. */
export type Plan = { partition: number; from: number; to: number | null };

export type PlanStore = {
  /** Undefined when this partition was never consolidated. */
  read: (partition: number) => Promise<Plan | undefined>;
  /** Resolves when a power cut cannot undo it. */
  record: (plan: Plan) => Promise<void>;
  /** Partitions that have a plan, finished ones among them. */
  partitions: () => Promise<number[]>;
};

// A consumer is one of the three ways in which the stream is counted. Each has its own position, so that one store's
// outage stops only its own count.

import type { ConsumerName } from '../source/consumer-name';

export type Step = {
  /** Everything before it is counted. The position handed in when there was nothing to count. */
  position: number;
  /** More is waiting: go on without gathering. */
  isFull: boolean;
};

export type Consumer = {
  name: ConsumerName;
  /** Where it stands in this partition, as its own store has it. Throws while the store is away. */
  open: (partition: number) => Promise<number>;
  /** Counts the next batch once. After a throw nobody knows whether it is counted: `open` says. */
  step: (partition: number, position: number) => Promise<Step>;
};

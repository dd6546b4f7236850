// A sink counts one partition into one store. Each sink has a position of its own, so that one store's outage stops
// only its own count.

import type { ConsumerName } from '../source/consumer-name';

export type Step = {
  /** Everything before it is counted. The given position when there was nothing to count. */
  position: number;
  /** More is waiting: the next batch is taken without lingering. */
  isFull: boolean;
};

export type Sink = {
  name: ConsumerName;
  /** Resolves with the sink's position in its partition, from its own store. Throws while the store is away. */
  open: () => Promise<number>;
  /** Counts the next batch once. After a throw it is unknown whether the batch is counted: `open` says. */
  step: (position: number) => Promise<Step>;
};

// How many batches of each consumer are worked on at a time, whatever the number of partitions: they bound the memory.

import type { ConsumerName } from '../source/consumer-name';
import { makeTurns, type Turns } from '../waiting/turns';

/** One is prepared while another is written. */
const BATCHES = 2;

export const makeInHand = (): Record<ConsumerName, Turns> => ({
  consolidate: makeTurns(BATCHES),
  hits: makeTurns(BATCHES),
  live: makeTurns(BATCHES),
});

// How many batches of each consumer are in hand at a time, whatever the number of partitions: they bound the memory.

import type { ConsumerName } from './consumer';
import { makeTurns, type Turns } from './turns';

/** One is prepared while another is written. */
const BATCHES = 2;

export const makeInHand = (): Record<ConsumerName, Turns> => ({
  consolidate: makeTurns(BATCHES),
  hits: makeTurns(BATCHES),
  live: makeTurns(BATCHES),
});

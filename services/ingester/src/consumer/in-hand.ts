// How many batches of each consumer are worked on at a time, whatever the number of partitions: they bound the memory.

import type { ConsumerName } from '../source/consumer-name';
import { makeSemaphore, type Semaphore } from '@kurz/resilience';

/** One is prepared while another is written. */
const BATCHES = 2;

export const makeInHand = (): Record<ConsumerName, Semaphore> => ({
  consolidate: makeSemaphore(BATCHES),
  hits: makeSemaphore(BATCHES),
  live: makeSemaphore(BATCHES),
});

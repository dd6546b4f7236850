// Ends work within a bound: asks it to stop first, then cuts off what does not answer.

import { waitAtMost } from '@kurz/resilience';

export type Closing = {
  /** Asks everything to stop after its current work. */
  stop: () => void;
  /** Cuts off calls that wait for a store. */
  abandon: () => void;
  ended: Promise<unknown>;
};

/** Together within the 2 s that a closing process grants. */
const FINISH_MS = 1_500;
const ABANDON_MS = 400;

export async function closeWithin({ stop, abandon, ended }: Closing): Promise<void> {
  stop();
  await waitAtMost(FINISH_MS, ended);
  abandon();
  await waitAtMost(ABANDON_MS, ended);
}

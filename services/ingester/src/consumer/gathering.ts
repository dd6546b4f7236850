// Linger: between the first new visit and the batch some time passes, so that a row stands for many visits. `rush` calls it
// off while something waits for the counts.

import { abortableWait } from '../waiting/abortable-wait';
import { makeWakeUp } from '../waiting/wake-up';

export type Gathering = {
  wait: (signal: AbortSignal) => Promise<void>;
  /** Ends every wait under way and lets none begin until the returned function is called. */
  rush: () => () => void;
};

export function makeGathering(gatherMs: number): Gathering {
  let rushing = 0;
  const wakeUp = makeWakeUp();
  return {
    wait: async (signal) => {
      if (rushing === 0 && gatherMs > 0) await abortableWait(gatherMs, [signal, wakeUp.signal()]);
    },
    rush: () => {
      rushing++;
      wakeUp.call();
      let isOver = false;
      return () => {
        if (!isOver) rushing--;
        isOver = true;
      };
    },
  };
}

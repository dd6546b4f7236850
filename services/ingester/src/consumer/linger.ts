// Linger: waits some time between the first new visit and the batch, so that a row counts many visits. `flush` ends it
// while something waits for the counts.

import { abortableWait } from '../waiting/abortable-wait';
import { makeWakeUp } from '../waiting/wake-up';

export type Linger = {
  wait: (signal: AbortSignal) => Promise<void>;
  /** Ends every wait under way and lets none begin until the returned function is called. */
  flush: () => () => void;
};

export function makeLinger(lingerMs: number): Linger {
  let flushing = 0;
  const wakeUp = makeWakeUp();
  return {
    wait: async (signal) => {
      if (flushing === 0 && lingerMs > 0) await abortableWait(lingerMs, [signal, wakeUp.signal()]);
    },
    flush: () => {
      flushing++;
      wakeUp.call();
      let isOver = false;
      return () => {
        if (!isOver) flushing--;
        isOver = true;
      };
    },
  };
}

// Between the first new visit and the batch some time passes, so that a row stands for many visits. Whoever waits for
// the counts (caughtUp) may call it off.

import { setMaxListeners } from 'node:events';
import { abortableWait } from './abortable-wait';

export type Gathering = {
  wait: (signal: AbortSignal) => Promise<void>;
  /** Ends every wait under way and lets none begin until the returned function is called. */
  rush: () => () => void;
};

export function makeGathering(gatherMs: number): Gathering {
  let rushing = 0;
  // the partitions of a group wait for the same call
  const newCall = () => {
    const call = new AbortController();
    setMaxListeners(0, call.signal);
    return call;
  };
  let called = newCall();
  return {
    wait: async (signal) => {
      if (rushing === 0 && gatherMs > 0) await abortableWait(gatherMs, [signal, called.signal]);
    },
    rush: () => {
      rushing++;
      called.abort();
      called = newCall();
      let isOver = false;
      return () => {
        if (!isOver) rushing--;
        isOver = true;
      };
    },
  };
}

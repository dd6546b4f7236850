// Wakes all current waiters; later ones wait for the next call.

import { setMaxListeners } from 'node:events';

export type WakeUp = {
  /** Aborted by the next call. */
  signal: () => AbortSignal;
  call: () => void;
};

export function makeWakeUp(): WakeUp {
  // any number of partitions and groups wait for the same call
  const newCall = () => {
    const call = new AbortController();
    setMaxListeners(0, call.signal);
    return call;
  };
  let next = newCall();
  return {
    signal: () => next.signal,
    call: () => {
      const called = next;
      next = newCall();
      called.abort();
    },
  };
}

// Calls of kafkajs for which one of its private methods is patched. They are marked, so that kafkajs treats all other
// calls of the process as usual.

import { AsyncLocalStorage } from 'node:async_hooks';

/** `patch` replaces the method once per process, before the first call. `isMarked`: the present call is marked. */
export function makePatchedCall(
  patch: (isMarked: () => boolean) => void,
): <T>(call: () => Promise<T>) => Promise<T> {
  const marked = new AsyncLocalStorage<true>();
  let isPatched = false;
  return (call) => {
    if (!isPatched) patch(() => marked.getStore() === true);
    isPatched = true;
    return marked.run(true, call);
  };
}

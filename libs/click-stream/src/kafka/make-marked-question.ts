// Questions to kafkajs for which one of its private methods is replaced. They are marked, so that kafkajs answers all
// other questions of the process as usual.

import { AsyncLocalStorage } from 'node:async_hooks';

/** `patch` replaces the method once per process, before the first question. `isMarked`: the present call is marked. */
export function makeMarkedQuestion(
  patch: (isMarked: () => boolean) => void,
): <T>(question: () => Promise<T>) => Promise<T> {
  const marked = new AsyncLocalStorage<true>();
  let isPatched = false;
  return (question) => {
    if (!isPatched) patch(() => marked.getStore() === true);
    isPatched = true;
    return marked.run(true, question);
  };
}

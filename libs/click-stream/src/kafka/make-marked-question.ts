// Questions to kafkajs that one of its private methods answers in another way: marked, so that all others of the process
// are answered as kafkajs does.

import { AsyncLocalStorage } from 'node:async_hooks';

/** `patch` replaces the method, once for the process and before the first question; `isMarked` says whose call it is. */
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

// Turns the texts of a generator into the stream of an answer.

import { Readable } from 'node:stream';

/**
 * `texts` may have begun. `onEnd` is called when they end, fail or are given up, even when the stream is never read.
 */
export function streamOf(
  texts: AsyncGenerator<string, void>,
  onEnd: (error?: unknown) => void,
  /** Sent before the texts. */
  first?: string,
): Readable {
  let waiting = first;
  return Readable.from({
    [Symbol.asyncIterator]: () => ({
      next: async () => {
        if (waiting !== undefined) {
          const value = waiting;
          waiting = undefined;
          return { done: false as const, value };
        }
        try {
          const next = await texts.next();
          if (next.done) onEnd();
          return next;
        } catch (error) {
          onEnd(error);
          throw error;
        }
      },
      return: async () => {
        try {
          return await texts.return(undefined);
        } finally {
          onEnd();
        }
      },
    }),
  });
}

// Remembers an answer for a moment, so that a hundred questions of one round cost one call.

/** Concurrent calls share one call; a failure is not remembered. */
export function memoizeTtl<T>(call: () => Promise<T>, ttlMs: number): () => Promise<T> {
  let last: { answer: Promise<T>; until: number } | undefined;
  return () => {
    if (last && performance.now() < last.until) return last.answer;
    const mine = { answer: call(), until: performance.now() + ttlMs };
    last = mine;
    mine.answer.catch(() => {
      if (last === mine) last = undefined;
    });
    return mine.answer;
  };
}

/**
 * Resolves with all results. When some fail, throws the first failure, but only after all have ended: none is still in
 * flight when the caller tries again.
 */
export async function allEnded<T>(running: Iterable<Promise<T>>): Promise<T[]> {
  const promises = [...running];
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

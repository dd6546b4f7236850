/**
 * What all of them gave. Where some fail, the first failure is thrown, but not before all have ended: none is under way any
 * more when the caller tries again.
 */
export async function allEnded<T>(running: Iterable<Promise<T>>): Promise<T[]> {
  const promises = [...running];
  await Promise.allSettled(promises);
  return Promise.all(promises);
}

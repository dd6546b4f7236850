// Runs work for each of many items, with limited concurrency and an outcome for each.

const AT_ONCE = 4;

/** Runs `work` for each of `items`, AT_ONCE concurrently. Calls `onOutcome` as each ends. Never rejects. */
export async function forEachOf<T>(
  items: readonly T[],
  work: (item: T) => Promise<void>,
  onOutcome: (item: T, error: unknown) => void,
): Promise<void> {
  const left = [...items];
  const worker = async () => {
    for (let item = left.shift(); item !== undefined; item = left.shift()) {
      try {
        await work(item);
        onOutcome(item, undefined);
      } catch (error) {
        onOutcome(item, error);
      }
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, worker));
}

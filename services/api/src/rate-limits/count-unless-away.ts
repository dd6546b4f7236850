// Cancels what was counted for work that failed because a store is away: a caller who is told to retry must not be
// refused then.

import { isStoreAway } from '../errors/is-store-away';

/** `taken`: what was counted for the work. */
export async function countUnlessAway<T>(
  taken: { cancel: () => Promise<void> },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isStoreAway(error)) await taken.cancel();
    throw error;
  }
}

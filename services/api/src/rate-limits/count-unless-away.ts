// What is counted before it is done, and then not done for want of a store, is given back: who hears that they may ask again
// must not be refused then.

import { isStoreAway } from '../errors/is-store-away';

/** `taken`: what was counted for the work. */
export async function countUnlessAway<T>(
  taken: { giveBack: () => Promise<void> },
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (isStoreAway(error)) await taken.giveBack();
    throw error;
  }
}

// Removes what is no hash under a key of live counts, as of another program or by a hand: each further attempt would fail
// as well, and every link of the partition would stop being counted. What may have been lost with it is seeded anew.

import type { LiveKeys } from './live-keys';
import type { LiveScripts } from './live-scripts';

export type Repairing = <T>(names: readonly string[], call: () => Promise<T>) => Promise<T>;

/** Rejects as the call does; where a key was of another type, the next attempt finds no position. */
export const makeRepairing =
  ({ scripts, keys }: { scripts: Pick<LiveScripts, 'repair'>; keys: LiveKeys }): Repairing =>
  async (names, call) => {
    try {
      return await call();
    } catch (error) {
      if (error instanceof Error && error.message.startsWith('WRONGTYPE'))
        await scripts.repair([keys.positions, keys.claims, ...names], []);
      throw error;
    }
  };

// Removes a key of live counts that is not a hash, from another program or by hand: each further attempt would fail
// too, and every link of the partition would stop being counted. The counts that may have been lost with it are seeded
// anew.

import type { LiveKeys } from './live-keys';
import type { LiveScripts } from './live-scripts';

export type Repairing = <T>(names: readonly string[], call: () => Promise<T>) => Promise<T>;

/** Rejects as the call does. When a key was of another type, the next attempt finds no position. */
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

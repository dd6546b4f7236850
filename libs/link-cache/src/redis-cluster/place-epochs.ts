// The epochs of the places on one primary, as they were asked for on its present connection. What was known on an
// earlier one is forgotten: the server behind the connection may have lost its newest writes since.

import type { ClusterPrimary } from '@kurz/redis';
import { askEpoch } from '../redis/current-epoch';
import type { Place } from '../redis/put-entry';

export type PlaceEpochs = {
  /** Empty where it is not known. */
  known: (place: Place) => string;
  /** As CurrentEpoch's. Rejects also when the primary has not the place. */
  ask: (place: Place) => Promise<string>;
};

function makePlaceEpochs({ redis, attempt }: ClusterPrimary): PlaceEpochs {
  const epochs = new Map<string, string>();
  const asking = new Map<string, Promise<string>>();
  redis.on('close', () => epochs.clear());

  const askOnce = async (key: string) => {
    try {
      const epoch = await attempt(() => askEpoch(redis, key));
      epochs.set(key, epoch);
      return epoch;
    } catch (error) {
      // a primary that has one place no more may have lost others and got them back
      epochs.clear();
      throw error;
    } finally {
      asking.delete(key);
    }
  };

  return {
    known: ({ epochKey }) => epochs.get(epochKey) ?? '',
    ask: ({ epochKey }) => {
      const answer = asking.get(epochKey) ?? askOnce(epochKey);
      asking.set(epochKey, answer);
      return answer;
    },
  };
}

/** Makes them once for each primary. */
export function makeEpochsOf(): (primary: ClusterPrimary) => PlaceEpochs {
  const known = new WeakMap<ClusterPrimary, PlaceEpochs>();
  return (primary) => {
    const epochs = known.get(primary) ?? makePlaceEpochs(primary);
    known.set(primary, epochs);
    return epochs;
  };
}

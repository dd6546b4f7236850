// The epochs of the places on one primary, as read on its present connection. Epochs of an earlier connection are
// forgotten: the server behind the connection may have lost its newest writes since.

import type { ClusterPrimary } from '@kurz/redis';
import { askEpoch } from '../redis/current-epoch';
import type { Place } from '../redis/put-entry';

export type PlaceEpochs = {
  /** Empty when it is not known. */
  known: (place: Place) => string;
  /** Like `ask` of CurrentEpoch. Also rejects when the primary does not have the place. */
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
      // a primary that no longer has one place may have lost others and got them back
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

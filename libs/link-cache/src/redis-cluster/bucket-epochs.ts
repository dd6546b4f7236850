// The epochs of the buckets on one primary, as read on its present connection. Epochs of an earlier connection are
// forgotten: the server behind the connection may have lost its newest writes since.

import type { ClusterPrimary } from '@kurz/redis';
import { fetchEpoch } from '../redis/current-epoch';
import type { Bucket } from '../redis/put-entry';

export type BucketEpochs = {
  /** Empty when it is not known. */
  known: (bucket: Bucket) => string;
  /** Like `fetch` of CurrentEpoch. Also rejects when the primary does not have the bucket. */
  fetch: (bucket: Bucket) => Promise<string>;
};

function makeBucketEpochs({ redis, attempt }: ClusterPrimary): BucketEpochs {
  const epochs = new Map<string, string>();
  const inFlight = new Map<string, Promise<string>>();
  redis.on('close', () => epochs.clear());

  const fetchOnce = async (key: string) => {
    try {
      const epoch = await attempt(() => fetchEpoch(redis, key));
      epochs.set(key, epoch);
      return epoch;
    } catch (error) {
      // a primary that no longer has one bucket may have lost others and got them back
      epochs.clear();
      throw error;
    } finally {
      inFlight.delete(key);
    }
  };

  return {
    known: ({ epochKey }) => epochs.get(epochKey) ?? '',
    fetch: ({ epochKey }) => {
      const answer = inFlight.get(epochKey) ?? fetchOnce(epochKey);
      inFlight.set(epochKey, answer);
      return answer;
    },
  };
}

/** Makes them once for each primary. */
export function makeEpochsOf(): (primary: ClusterPrimary) => BucketEpochs {
  const known = new WeakMap<ClusterPrimary, BucketEpochs>();
  return (primary) => {
    const epochs = known.get(primary) ?? makeBucketEpochs(primary);
    known.set(primary, epochs);
    return epochs;
  };
}

// Reads entries of many places: one pipeline for each primary, in which each place is one command. A place that its
// primary does not answer for is unknown.

import type { ClusterPrimary, RedisCluster } from '@kurz/redis';
import type { LinkCacheEntry, LinkCacheKey } from '../port/link-cache';
import { decodeEntry } from '../redis/entry-text';
import { nameOf, type Place } from '../redis/put-entry';
import { placeOf } from './buckets';
import type { PlaceEpochs } from './place-epochs';

/** `at`: the key's index in the list of all keys. */
type Wanted = { place: Place; keys: { key: LinkCacheKey; at: number }[] };
type Known = Wanted & { epoch: string };

type Deps = {
  cluster: RedisCluster;
  epochsOf: (primary: ClusterPrimary) => PlaceEpochs;
  /** Receives the reason when a primary did not answer for a place. */
  note: (error: unknown, primary: ClusterPrimary) => void;
};

function wantedOf(cluster: RedisCluster, keys: readonly LinkCacheKey[]) {
  const wanted = new Map<ClusterPrimary, Map<Place, Wanted>>();
  keys.forEach((key, at) => {
    const place = placeOf(key);
    const primary = cluster.primaryOf(place.epochKey);
    if (!primary) return;
    const places = wanted.get(primary) ?? new Map<Place, Wanted>();
    const one = places.get(place) ?? { place, keys: [] };
    one.keys.push({ key, at });
    wanted.set(primary, places.set(place, one));
  });
  return [...wanted].map(([primary, places]) => ({ primary, places: [...places.values()] }));
}

/** For each place the epoch that it is in, and the texts of its keys. */
const readPlaces = ({ attempt }: ClusterPrimary, places: readonly Known[]) =>
  attempt(async (redis) => {
    const pipeline = redis.pipeline();
    for (const { place, keys, epoch } of places)
      pipeline.mget(place.epochKey, ...keys.map(({ key }) => nameOf(place, epoch, key)));
    const replies = (await pipeline.exec()) ?? [];
    const [error] = replies[0] ?? [];
    // a silent primary fails all commands
    if (error && replies.every(([other]) => other)) throw error;
    return replies;
  });

export function makeReadEntries({ cluster, epochsOf, note }: Deps) {
  const askEpochs = async (primary: ClusterPrimary, places: readonly Wanted[]): Promise<Known[]> => {
    const epochs = epochsOf(primary);
    const asked = await Promise.allSettled(
      places.map(async (one) => ({
        ...one,
        epoch: epochs.known(one.place) || (await epochs.ask(one.place)),
      })),
    );
    for (const outcome of asked) if (outcome.status === 'rejected') note(outcome.reason, primary);
    return asked.flatMap((outcome) => (outcome.status === 'fulfilled' ? [outcome.value] : []));
  };

  const readFrom = async (
    primary: ClusterPrimary,
    wanted: readonly Wanted[],
    found: (LinkCacheEntry | undefined)[],
  ) => {
    const places = await askEpochs(primary, wanted);
    if (places.length === 0) return;
    const replies = await readPlaces(primary, places);
    for (const [index, { place, keys, epoch }] of places.entries()) {
      const [error, answer] = replies[index] ?? [];
      const answers: readonly unknown[] = Array.isArray(answer) ? answer : [];
      const [held, ...texts] = answers;
      if (error) note(error, primary);
      else if (held !== epoch)
        void epochsOf(primary)
          .ask(place)
          .catch(() => undefined);
      else
        keys.forEach(({ at }, turn) => {
          const text = texts[turn];
          found[at] = typeof text === 'string' ? decodeEntry(text) : undefined;
        });
    }
  };

  return async (keys: readonly LinkCacheKey[]): Promise<(LinkCacheEntry | undefined)[]> => {
    const found: (LinkCacheEntry | undefined)[] = keys.map(() => undefined);
    const reads = wantedOf(cluster, keys).map(({ primary, places }) =>
      readFrom(primary, places, found).catch((error: unknown) => note(error, primary)),
    );
    await Promise.all(reads);
    return found;
  };
}

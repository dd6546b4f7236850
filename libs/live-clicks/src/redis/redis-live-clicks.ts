// Live counts in Redis (production): every ingester adds, every API reads. One primary, with or without replicas, or a
// cluster.
//
// Each partition of the click stream has counts and a position of its own. The position is the truth: a consumer
// resumes from it. A failover that loses a second loses counts and position together, and both come again. An
// interrupted step leaves nothing that counts; calls may be repeated.

import { systemClock, type Clock } from '@kurz/process';
import { runOn, type RedisStore } from '@kurz/redis';
import type { LiveClicks } from '../port/live-clicks';
import { liveDays } from '../port/live-days';
import { addBatch } from './add-batch';
import { keysOfLink, liveGroupsOf } from './live-keys';
import { makeLiveScripts } from './live-scripts';
import { decodeState } from './partition-state';
import { readDays } from './read-days';
import { makeRepairing } from './repairing';
import { seedPartition, type AbandonedFields } from './seed-partition';

/** The caller closes the client. Writing needs a client whose `commandTimeout` leaves a few ms for each script. */
export function makeRedisLiveClicks(deps: { redis: RedisStore; clock?: Clock }): LiveClicks {
  const { redis, clock = systemClock } = deps;
  const scripts = makeLiveScripts(redis);
  const groups = liveGroupsOf(redis);
  const abandoned: AbandonedFields = new Map();
  const partsOf = (partition: number) => {
    const keys = groups.of(partition);
    return { keys, parts: { scripts, keys, abandoned }, repairing: makeRepairing({ scripts, keys }) };
  };
  return {
    position: async (partition) => {
      const { keys, repairing } = partsOf(partition);
      const { positions } = keys;
      const ask = () => runOn(redis, positions, (server) => server.hget(positions, String(partition)));
      const state = await repairing([], ask);
      return state === null ? undefined : decodeState(state)?.position;
    },
    add: (batch) => {
      const { parts, repairing } = partsOf(batch.partition);
      return repairing([], () => addBatch(parts, batch, clock.now()));
    },
    seed: async (batch) => {
      const { partition, replaces = '' } = batch;
      const { keys, parts, repairing } = partsOf(partition);
      const state = await seedPartition(parts, batch, clock.now());
      const begin = () => scripts.begin([keys.positions, keys.claims], [partition, state, replaces]);
      return { kind: (await repairing([], begin)) === 1 ? 'seeded' : 'elsewhere' };
    },
    read: async (link, days) => {
      const { first, last } = liveDays(clock.now());
      return readDays(
        { store: redis, groups: groups.all },
        link,
        days.filter((day) => day >= first && day <= last),
      );
    },
    erase: async (linkId) => {
      for (const keys of groups.all) {
        const all = keysOfLink(keys, linkId, clock.now());
        await runOn(redis, keys.positions, (server) => server.del(...all));
      }
    },
    close: () => Promise.resolve(),
  };
}

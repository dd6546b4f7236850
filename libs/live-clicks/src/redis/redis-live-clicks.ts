// Live counts in Redis (production): every ingester adds, every API reads. One primary, with or without replicas; not a
// Redis Cluster, as a batch's links lie all over the keys.
//
// Each partition of the click stream has counts and a position of its own. The position is the truth: a consumer
// resumes from it, and a failover that loses a second loses both and gets both again. A stopped step leaves nothing that
// counts; calls may be repeated.

import { systemClock, type Clock } from '@kurz/process';
import type { Redis } from 'ioredis';
import type { LiveClicks } from '../port/live-clicks';
import { liveDays } from '../port/live-days';
import { addBatch } from './add-batch';
import { CLAIMS_KEY, keysOfLink, POSITIONS_KEY } from './live-keys';
import { makeLiveScripts } from './live-scripts';
import { decodeState } from './partition-state';
import { readDays } from './read-days';
import { seedPartition } from './seed-partition';

/** The client stays its opener's to close. Writing needs a client whose `commandTimeout` leaves a few ms for each script. */
export function makeRedisLiveClicks(deps: { redis: Redis; clock?: Clock }): LiveClicks {
  const { redis, clock = systemClock } = deps;
  const scripts = makeLiveScripts(redis);
  return {
    position: async (partition) => {
      const state = await redis.hget(POSITIONS_KEY, String(partition));
      return state === null ? undefined : decodeState(state).position;
    },
    add: (batch) => addBatch(scripts, batch, clock.now()),
    seed: async (batch) => {
      const state = await seedPartition(scripts, batch, clock.now());
      await scripts.begin([POSITIONS_KEY, CLAIMS_KEY], [batch.partition, state]);
    },
    read: async (link, days) => {
      const { first, last } = liveDays(clock.now());
      return readDays(
        redis,
        link,
        days.filter((day) => day >= first && day <= last),
      );
    },
    erase: async (linkId) => {
      await redis.del(...keysOfLink(linkId, clock.now()));
    },
    close: () => Promise.resolve(),
  };
}
